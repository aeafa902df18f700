import { HOOK_CONTRACT } from '@tain/ledger/system-contracts';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { startExecution } from '../../calls/call/call-fixture.ts';
import { createDemoDatabase } from '../../client/demo-api.ts';
import { startTestApi, type TestApi } from '../../rest/api-fixture.ts';
import { startTestRpc, type TestRpc } from '../rpc-fixture.ts';
import type { SeenBlock } from './requests.ts';
import type { Known } from './rule.ts';

/**
 * JSON-RPC and REST on one database, which has the demo network of `createDemoDatabase`, with every type of
 * transaction.
 */
export interface DemoRpc {
  readonly rpc: TestRpc;
  readonly api: TestApi;
  close(): Promise<void>;
}

/** Starts both services, including the execution of calls and traces. */
export async function startDemoRpc(): Promise<DemoRpc> {
  const given = await createDemoDatabase();
  const log = pino({ level: 'silent' });
  const execution = await startExecution(given.target, log, new Registry());
  const { callContract, traceTransaction } = execution;
  const api = await startTestApi({ database: given.database, callContract, traceTransaction });
  const rpc = await startTestRpc({
    given,
    services: { callContract, traceTransaction },
    settings: { chainId: 298, clientVersion: 'relay/test', maxLogs: 20_000 },
  });
  await rpc.show();
  return {
    rpc,
    api,
    async close() {
      await api.close();
      await execution.close();
      await rpc.close();
    },
  };
}

/** Returns every block of the history with whole transactions. */
export async function seenBlocks({ rpc }: DemoRpc): Promise<SeenBlock[]> {
  const head = Number(await rpc.result('eth_blockNumber'));
  const blocks: SeenBlock[] = [];
  for (let number = 0; number <= head; number++) {
    blocks.push((await rpc.result('eth_getBlockByNumber', `0x${number.toString(16)}`, true)) as SeenBlock);
  }
  return blocks;
}

const HOOK_ADDRESS = `0x${HOOK_CONTRACT.toString(16).padStart(40, '0')}`;

/** Returns facts for the rules of differences. */
export async function knownOf({ rpc }: DemoRpc, blocks: readonly SeenBlock[]): Promise<Known> {
  // The gas of a token transfer without a contract is invented by the relay.
  const synthetic = blocks.filter(({ transactions }) => transactions.some(({ gas }) => gas === '0x61a80'));
  const hooks = blocks.filter(({ transactions }) => transactions.some(({ to }) => to === HOOK_ADDRESS));
  const { rows } = await rpc.database.pool.query<{ address: string }>(`
    select '0x' || encode(delegation_address, 'hex') as address from (
      select delegation_address from entity union select delegation_address from entity_history
    ) delegations where delegation_address is not null`);
  return {
    syntheticBlocks: new Set(synthetic.map(({ hash }) => hash)),
    hookBlocks: new Set(hooks.flatMap(({ hash, number }) => [hash, number])),
    hookCalls: new Set(
      hooks.flatMap(({ transactions }) =>
        transactions.filter(({ to }) => to === HOOK_ADDRESS).map(({ hash }) => hash),
      ),
    ),
    delegates: new Set(rows.map(({ address }) => address)),
  };
}
