import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { DemoStream } from '../../packages/network-simulator/src/stream/demo-stream.ts';
import { KINDS } from '../../packages/network-simulator/src/transactions/kinds.ts';
import { rawStreams } from '../../src/app/streams/raw-streams.ts';
import { readConfig } from '../../src/config/config.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { startExecution } from '../calls/call/call-fixture.ts';
import { createTestDatabase } from '../database.ts';
import { buildBalanceIndex } from '../ingest/balance-index.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';

const silent = { info: () => undefined, warn: () => undefined };
/** Weights with which every type of transaction occurs. Registered nodes are deleted less often than created. */
const EVERYTHING = {
  ...Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 20)])),
  REGISTEREDNODEDELETE: 1,
};
const BLOCKS = 14;

/** Starts a server on a demo network's first blocks, including its showcase. It executes calls and makes proofs. */
export async function startDemoExplorer(): Promise<TestApi> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tain-explorer-'));
  const { database, target, drop } = await createTestDatabase();
  const stream = await DemoStream.open({
    dir: folder,
    seed: 47,
    tps: 120,
    mix: EVERYTHING,
    showcase: true,
    dataEverywhere: false,
    publishAddressBook: true,
    runCode: demoEngine,
  });
  for (let block = 0; block < BLOCKS; block++) await stream.write();
  await stream.commit();
  await stream.close();
  await ingestFolder({ database, folder, addressBook: path.join(folder, 'address_book.bin') });
  // An ingest near the head of its stream has built it.
  await buildBalanceIndex(database.pool);
  const raw = rawStreams(readConfig({ TAIN_STREAMS: folder, TAIN_NETWORK: 'other' }), silent);
  if (raw === null) throw new Error('no source of raw files');
  const execution = await startExecution(target, pino({ level: 'silent' }), new Registry());
  const { callContract, traceTransaction } = execution;
  const api = await startTestApi({
    database,
    clock: Date.now,
    callContract,
    traceTransaction,
    prover: raw.prover,
    rpcPort: 7546,
    capabilities: () => ({
      roles: ['api', 'evm'],
      features: { contract_calls: true, opcode_traces: true, event_streams: true, proofs: true },
    }),
  });
  return {
    ...api,
    async close() {
      await api.close();
      await execution.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
