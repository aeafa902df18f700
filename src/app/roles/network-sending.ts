import { TINYBARS_PER_HBAR } from '@tain/ledger/amounts';
import { decodeEntityId } from '@tain/ledger/entity-id';
import type { Registry } from 'prom-client';
import { operatorSettingsOf } from '../../config/rpc-settings.ts';
import { Failure } from '../../kernel/failure.ts';
import { Metrics } from '../../kernel/metrics.ts';
import type { TransactionSender } from '../../rpc/method/services.ts';
import { ConsensusNodes } from '../../rpc/nodes/consensus-nodes.ts';
import { NetworkSender } from '../../rpc/nodes/network-sender.ts';
import { selectNodeEndpoints } from '../../rpc/nodes/node-endpoints.ts';
import { readKeyFile } from '../../rpc/nodes/operator-key.ts';
import { SendBudget } from '../../rpc/nodes/send-budget.ts';
import { SendOutcomes } from '../../rpc/nodes/send-outcomes.ts';
import { Database, warnOfLost } from '../../store/connections/database.ts';
import type { VisibleBlocks } from '../../store/reads/visible-blocks.ts';
import type { RoleContext } from './role.ts';

/** Sending to consensus nodes that an operator's account pays for. */
export interface NetworkSending {
  readonly sender: TransactionSender;
  readonly budget: Pick<SendBudget, 'spentToday'>;
  /** Hbars that it may pay in a UTC day. */
  readonly budgetHbars: number;
  close(): Promise<void>;
}

const CONNECTIONS = 3;
const STATEMENT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;

const MAY_WRITE = `
  select not pg_is_in_recovery() and bool_and(has_table_privilege(name, privilege)) as may
    from unnest(array['tain.rpc_send', 'tain.rpc_spent']) as name
   cross join unnest(array['select', 'insert', 'update', 'delete']) as privilege`;

/** Starts sending where the settings name an operator; else undefined. Throws `Failure` when the key or the database cannot be used. */
export async function startNetworkSending(
  { config, database: opened, log }: Pick<RoleContext, 'config' | 'database' | 'log'>,
  blocks: VisibleBlocks,
): Promise<NetworkSending | undefined> {
  const settings = operatorSettingsOf(config);
  if (settings === null) return undefined;
  const { rpcOperatorId: payer, rpcOperatorKeyFile, rpcBudget, rpcBudgetPerClient } = settings;
  const sign = readKeyFile(rpcOperatorKeyFile, 'TAIN_RPC_OPERATOR_KEY_FILE');
  const database = new Database(opened.apiTarget, {
    applicationName: 'tain rpc sends',
    maxConnections: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    responseTimeoutMs: ANSWER_TIMEOUT_MS,
    onError: warnOfLost(log),
  });
  try {
    await verifyWritable(database, opened.writable);
  } catch (error) {
    await database.end();
    throw error;
  }
  const budget = new SendBudget(database, payer, {
    total: BigInt(rpcBudget) * TINYBARS_PER_HBAR,
    perClient: BigInt(rpcBudgetPerClient) * TINYBARS_PER_HBAR,
  });
  const network = { shard: BigInt(config.shard), realm: BigInt(config.realm) };
  const nodes = new ConsensusNodes({ endpoints: () => selectNodeEndpoints(database, network), log });
  const outcomes = new SendOutcomes({ database, budget, payer, blocks, log });
  const operator = { account: decodeEntityId(payer), sign };
  return {
    sender: new NetworkSender({ operator, budget, nodes, outcomes, log }),
    budget,
    budgetHbars: rpcBudget,
    async close() {
      await outcomes.close();
      nodes.close();
      await database.end();
    },
  };
}

/** Registers the metrics of the budget; without an operator they have no value. */
export function budgetMetrics(
  registry: Registry,
  sending: Pick<NetworkSending, 'budget' | 'budgetHbars'> | undefined,
): void {
  const metrics = new Metrics(registry);
  // All processes of an operator share one budget.
  const options = { aggregator: 'max' } as const;
  metrics.observedGauge(
    'tain_rpc_budget_hbars',
    'Hbars that the operator may pay for transactions of JSON-RPC clients in a UTC day.',
    () => sending?.budgetHbars,
    options,
  );
  metrics.observedGauge(
    'tain_rpc_budget_spent_hbars',
    'Hbars of the budget that were spent or are reserved in the present UTC day.',
    async () => {
      const spent = await sending?.budget.spentToday().catch(() => undefined);
      return spent === undefined ? undefined : Number(spent) / Number(TINYBARS_PER_HBAR);
    },
    options,
  );
}

async function verifyWritable(database: Database, isOurs: boolean): Promise<void> {
  const { rows } = isOurs ? await database.pool.query<{ may: boolean }>(MAY_WRITE) : { rows: [] };
  if (rows[0]?.may === true) return;
  throw new Failure(
    'usage',
    'TAIN_RPC_OPERATOR_ID needs a database of Tain, whose tables tain.rpc_send and tain.rpc_spent it may write: they hold the budget.',
  );
}
