import pg from 'pg';
import { answerCall } from '../../src/calls/call/call-answer.ts';
import { WorldSource } from '../../src/calls/pool/world-source.ts';
import { SlotMemory } from '../../src/calls/state/storage-reader.ts';
import { readCall } from '../../src/rest/contracts/call/read-call.ts';
import { type ConnectionTarget, connectionConfig } from '../../src/store/connections/database.ts';
import { selectOn } from '../../src/store/connections/select.ts';
import { median } from '../table.ts';
import type { CallBody } from './calls.ts';

/** Parts of a call's time, in microseconds on an idle thread. */
export interface Parts {
  /** The first call of a block: its statements, the time until their results, and processor time of the rest. */
  readonly statements: number;
  readonly read: number;
  readonly firstEngine: number;
  /** Processor time of a later call of the same block, whose reads are cached. */
  readonly engine: number;
  /** Gas of one execution; an estimate has several. */
  readonly gas: bigint;
}

const SETTINGS = {
  network: 'other',
  chainId: 298n,
  shard: 0n,
  realm: 0n,
  tokenServiceV2: false,
  validatesPayers: false,
  version: 'v0.67',
  versions: null,
} as const;
const BLOCKS = 20;
/** Minimum time of the calls on one block, and their minimum number. */
const MIN_BLOCK_MS = 100;
const MIN_CALLS = 3;

/** Returns medians over some blocks. Runs the code of a worker in this process. */
export async function measureParts(target: ConnectionTarget, bodies: readonly CallBody[]): Promise<Parts> {
  const client = new pg.Client(connectionConfig(target));
  await client.connect();
  const plain = selectOn(client);
  const memory = new SlotMemory();
  const first: { statements: number; read: number; engine: number }[] = [];
  const later: number[] = [];
  let statements = 0;
  let read = 0;
  let gas = 0n;
  const timed: typeof plain = async (query) => {
    statements += 1;
    const begun = performance.now();
    try {
      return await plain(query);
    } finally {
      read += (performance.now() - begun) * 1000;
    }
  };
  try {
    for (let block = 0; block < BLOCKS; block += 1) {
      const source = new WorldSource(timed, SETTINGS, memory);
      const call = async (at: number) => {
        const body = JSON.stringify(bodies[at % bodies.length]);
        const request = readCall(Buffer.from(body), 'application/json');
        const world = await source.world(request.block);
        const limits = { deadline: Date.now() + 10_000, signal: { aborted: false } };
        gas = (await answerCall(request, world, limits)).gasUsed;
      };
      statements = 0;
      read = 0;
      const firstTime = await cpuTime(() => call(0));
      first.push({ statements, read, engine: firstTime });
      // The remaining bodies fill the cache, because they may read other state.
      for (let at = 1; at < bodies.length; at += 1) await call(at);
      let calls = 0;
      const time = await cpuTime(async () => {
        const begun = performance.now();
        for (; calls < MIN_CALLS || performance.now() - begun < MIN_BLOCK_MS; calls += 1) await call(calls);
      });
      later.push(time / calls);
    }
  } finally {
    await client.end();
  }
  return {
    statements: median(first.map((each) => each.statements)),
    read: median(first.map((each) => each.read)),
    firstEngine: median(first.map((each) => each.engine)),
    engine: median(later),
    gas,
  };
}

/** Returns the processor time of this process during `work`, in microseconds. */
async function cpuTime(work: () => Promise<void>): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return user + system;
}
