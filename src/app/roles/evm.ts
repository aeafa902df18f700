import { makeCallProbe } from '../../calls/pool/call-probe.ts';
import { makeContractCalls } from '../../calls/pool/contract-calls.ts';
import { EvmPool } from '../../calls/pool/pool.ts';
import { SnapshotHolder } from '../../calls/pool/snapshot-holder.ts';
import { makeTraces } from '../../calls/pool/transaction-traces.ts';
import { type Config, chainIdOf } from '../../config/config.ts';
import { evmRatesOf, TRACE_TIME_LIMIT_MS } from '../../config/evm-settings.ts';
import { Failure } from '../../kernel/failure.ts';
import { NEVER } from '../../kernel/service.ts';
import { statusOf } from '../../rest/contracts/call/outcomes.ts';
import { Database, warnOfLost } from '../../store/connections/database.ts';
import { ApiEvidence, reportService } from './evidence.ts';
import type { RoleContext, RunningRole } from './role.ts';

/** Time limit of a database read within a call, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** Connections: one for the snapshot of the last block, and the rest for snapshots that workers are importing. */
const CONNECTIONS = 3;

/** Size of the cache of call results, which is cleared with each block. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Maximum time that a call waits, or is paused in favour of others, before it fails with 503. */
const WAIT_LIMIT_MS = 30_000;
/** Maximum recent worker time of a client before it gets 429 while others have calls. */
const CLIENT_BUDGET_MS = 10_000;

/** Starts the threads that execute contracts, for the query service of the process. */
export async function startEvmRole({
  config,
  database: opened,
  log,
  registry,
  readServers,
}: RoleContext): Promise<RunningRole<'callContract' | 'traceTransaction' | 'simulate'>> {
  if (!config.roles.has('api') && !config.roles.has('rpc')) {
    throw new Failure('usage', 'Role evm needs role api or rpc in the same process (TAIN_ROLES=api,evm).');
  }
  // Another server executes the calls.
  if (config.evmUrl !== null) return { ended: NEVER, stop: async () => undefined, offered: {} };
  const database = new Database(opened.apiTarget, {
    applicationName: 'tain evm',
    maxConnections: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onError: warnOfLost(log),
  });
  const pool = new EvmPool({
    workers: config.evmWorkers,
    maxWaiting: config.evmMaxWaiting,
    timeLimitMs: config.evmTimeLimit,
    waitLimitMs: WAIT_LIMIT_MS,
    clientBudgetMs: CLIENT_BUDGET_MS,
    start: {
      target: opened.apiTarget,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      settings: {
        network: evmNetworkOf(config),
        chainId: BigInt(chainIdOf(config)),
        shard: BigInt(config.shard),
        realm: BigInt(config.realm),
        tokenServiceV2: config.tokenServiceV2,
        validatesPayers: config.validatesPayers,
        version: config.evmVersion === 'network' ? null : config.evmVersion,
        versions: config.evmVersions,
      },
    },
    snapshots: new SnapshotHolder(database),
    log,
  });
  const state = new CurrentState(() => pool.renew());
  const servers = await readServers.open();
  const forgetBlocks = servers.onAnnounced((block) => state.changed(block?.consensusEnd));
  const forgetReturns = servers.blocks.onReturn(({ end }) => state.returned(end));
  // Applies blocks announced before this service listened.
  state.changed(servers.primary.block?.consensusEnd);
  const evidence = new ApiEvidence();
  // A public mirror node's database has no tables for evidence.
  const reporter = opened.writable
    ? reportService('contract_calls', database, evidence, log, makeCallProbe(pool))
    : undefined;
  const rates = evmRatesOf(config);
  const execute = makeContractCalls({
    pool,
    rules: {
      maxGas: BigInt(config.evmMaxGas),
      stateOverrides: config.stateOverrides,
    },
    rates,
    requestRules: config.evmRequestRules,
    log,
    clock: Date.now,
    registry,
    cacheBytes: config.cache ? CACHE_BYTES : 0,
    statusOf,
  });
  const traces = makeTraces({
    pool,
    enabled: config.evmTraces,
    tracesPerSecond: rates.tracesPerSecond,
    timeLimitMs: TRACE_TIME_LIMIT_MS,
    clock: Date.now,
    registry,
    statusOf,
  });
  return {
    ended: NEVER,
    offered: {
      async callContract(call, caller) {
        const begun = performance.now();
        state.reach(caller.since);
        const made = await execute(call, caller);
        const { isRefused, isExecuted } = made;
        const status = statusOf(made.outcome);
        const outcome = isRefused ? 'refused' : status === 500 || status === 503 ? 'failed' : 'done';
        if (isRefused || isExecuted) evidence.answered(outcome, performance.now() - begun);
        return made;
      },
      // Traces give no evidence: their duration depends on the transaction, not on the service.
      traceTransaction(request, caller) {
        state.reach(caller.since);
        return traces.traceTransaction(request, caller);
      },
      simulate(request, caller) {
        state.reach(caller.since);
        return traces.simulate(request, caller);
      },
    },
    async stop() {
      await reporter?.stop();
      forgetBlocks();
      forgetReturns();
      await pool.close();
      await database.end();
    },
  };
}

/** Renews the state that calls see with each block, also with one that a response showed before it was announced. */
export class CurrentState {
  readonly #renew: () => void;
  /** Consensus end of the newest block for which the state has been renewed. */
  #block = -1n;

  constructor(renew: () => void) {
    this.#renew = renew;
  }

  /** Renews the state, because a new block is or may be visible. */
  changed(consensusEnd: bigint | undefined): void {
    if (consensusEnd !== undefined && consensusEnd > this.#block) this.#block = consensusEnd;
    this.#renew();
  }

  /** Renews the state, because the database went back to a block. */
  returned(consensusEnd: bigint): void {
    this.#block = consensusEnd;
    this.#renew();
  }

  /** Renews the state if a client has seen a newer block. */
  reach(consensusEnd: bigint | undefined): void {
    if (consensusEnd !== undefined && consensusEnd > this.#block) this.changed(consensusEnd);
  }
}

function evmNetworkOf({ network }: Config) {
  return network === 'demo' ? 'other' : network;
}
