import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { streamInstant } from '@tain/ledger/record-stream';
import { expect } from 'vitest';
import { Random } from '../../packages/network-simulator/src/random.ts';
import { S3Store } from '../../src/ingest/store/s3-store.ts';
import { tain } from '../app/commands/tain.ts';
import { type ChildProgram, childProgram } from '../child-program.ts';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../database.ts';
import { differences, dumpEverything } from '../ingest/dump-tables.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { FaultPlan } from './fault-plan.ts';
import { FaultProxy } from './fault-proxy.ts';
import type { FollowOrder } from './follow-child.ts';
import { CREDENTIALS, startS3 } from './s3-server.ts';
import { SimulatedNetwork } from './simulated-network.ts';

export interface FollowOptions {
  /** Seed of the network, the faults and the kills. */
  readonly seed: number;
  /** Seconds of the network's time, in total and per block. */
  readonly seconds: number;
  readonly blockSeconds: number;
  /** Real milliseconds per block. */
  readonly blockMilliseconds: number;
  /** Number of buckets with the same objects, each with its own faults. */
  readonly stores: number;
  /** See `FaultPlanOptions`. */
  readonly well: readonly [number, number];
  readonly ill: readonly [number, number];
  /** Probability of a kill of the ingest, per block. */
  readonly kills: number;
}

export interface Followed {
  readonly blocks: number;
  readonly episodes: readonly string[];
  readonly kills: number;
  readonly requests: number;
  /** Number of published blocks that were not stored, at each block before which the buckets had worked for a while. */
  readonly lags: readonly number[];
  /** Maximum at any time. */
  readonly worstLag: number;
}

const CHILD = fileURLToPath(new URL('follow-child.ts', import.meta.url));
/** Milliseconds after a fault that are not measured, because the ingest catches up. */
const GRACE_MS = 6_000;
/** Maximum milliseconds until the last blocks are stored after the last fault. */
const LAST_WAIT_MS = 180_000;
/** Tables with the signers known when a block was read, which depend on timing. */
const EVIDENCE = ['tain.signature_day', 'tain.signature_evidence'];

/**
 * A simulated network publishes into a bucket on a real S3 server, and a separate process follows it through faults and kills.
 * Then every table is compared with those of an ingest of the same files from a folder, without interruption.
 */
export async function followNetwork(options: FollowOptions): Promise<Followed> {
  const { seed, blockSeconds, blockMilliseconds } = options;
  const blocks = Math.ceil(options.seconds / blockSeconds);
  const grace = Math.ceil(GRACE_MS / blockMilliseconds);
  const random = new Random(seed);
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-buckets-'));
  const server = await startS3(path.join(dir, 's3'), ['network']);
  const plan = new FaultPlan({ ...options, random: new Random(seed + 1), blocks });
  const proxies: FaultProxy[] = [];
  for (let store = 0; store < options.stores; store += 1) {
    proxies.push(
      await FaultProxy.start({
        port: server.port,
        fault: (request) => plan.fault(store, request),
        hides: (key) => plan.hides(store, key),
        random: () => random.unit(),
      }),
    );
  }
  const upload = new S3Store({
    provider: 's3',
    endpoint: server.url,
    region: null,
    bucket: 'network',
    prefix: '',
    credentials: CREDENTIALS,
    requesterPays: false,
  });
  const [test, whole] = [await createTestDatabase(), await createTestDatabase()];
  const folder = path.join(dir, 'stream');
  const addressBook = path.join(folder, 'address_book.bin');
  let follower: Follower | null = null;
  let network: SimulatedNetwork | null = null;
  try {
    // The server does not list a prefix that has only prefixes below it.
    await upload.put('recordstreams/readme', Buffer.from('x'), new AbortController().signal);
    network = await SimulatedNetwork.create(folder, seed, upload);
    const order: FollowOrder = {
      target: test.target,
      endpoints: proxies.map(({ url }) => url),
      bucket: 'network',
      credentials: CREDENTIALS,
      addressBook,
      clock: {
        wall: Date.now(),
        stream: Number(network.nextStart / 1_000_000n),
        speed: (blockSeconds * 1000) / blockMilliseconds,
      },
    };
    follower = new Follower(await childProgram(CHILD), order);
    await follower.reaches(network.blocks - 1, LAST_WAIT_MS);
    const lags: number[] = [];
    let worstLag = 0;
    let kills = 0;
    let sinceKill = 0;
    for (let due = performance.now(), i = 0; i < blocks; i += 1) {
      due += blockMilliseconds;
      await sleep(Math.max(0, due - performance.now()));
      // Measured right before the next block is published, so that the previous one had a full interval to be stored.
      const lag = network.blocks - 1 - follower.last;
      worstLag = Math.max(worstLag, lag);
      if (plan.isWorking(grace) && sinceKill >= grace) lags.push(lag);
      const name = streamInstant(network.nextStart).slice(0, 19);
      await network.next(BigInt(blockSeconds) * 1_000_000_000n);
      plan.published(name);
      sinceKill += 1;
      if (random.chance(options.kills)) {
        await follower.kill();
        kills += 1;
        sinceKill = 0;
      }
      // After a delay of a busy machine the network must not run faster to catch up.
      due = Math.max(due, performance.now() - blockMilliseconds);
    }
    plan.block = Number.POSITIVE_INFINITY;
    await follower.reaches(network.blocks - 1, LAST_WAIT_MS);
    await follower.stop();
    // Derived rows are completed when a stream ends.
    const common = { folder, addressBook, clock: () => 0 };
    await ingestFolder({ ...common, database: test.database });
    await ingestFolder({ ...common, database: whole.database });
    expect(differences(await dumpStream(test), await dumpStream(whole))).toEqual([]);
    await expectChain(test, network.blocks);
    const requests = proxies.reduce((sum, proxy) => sum + proxy.requests.length, 0);
    const episodes = plan.episodes.map(({ kind, store }) =>
      store === null ? kind : `${kind} in store ${store}`,
    );
    const followed = { blocks: network.blocks, episodes, kills, requests, lags, worstLag };
    report(followed);
    await expectChecked(test, dir, network.blocks);
    return followed;
  } finally {
    await follower?.stop('SIGKILL');
    await network?.close();
    await upload.close();
    for (const proxy of proxies) await proxy.close();
    await server.close();
    await test.drop();
    await whole.drop();
    await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

function report({ blocks, episodes, kills, requests, lags, worstLag }: Followed): void {
  const sorted = [...lags].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  console.info(
    `${blocks} blocks, ${requests} requests, ${episodes.length} times of trouble, ${kills} kills; lag in ` +
      `${lags.length} blocks while well: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}; most ever ${worstLag}`,
  );
}

async function dumpStream({ database }: TestDatabase): Promise<Record<string, string[]>> {
  const tables = Object.entries(await dumpEverything(database));
  return Object.fromEntries(tables.filter(([name]) => !EVIDENCE.includes(name)));
}

/** Checks that every block is stored once, and refers to its predecessor. */
async function expectChain({ database }: TestDatabase, blocks: number): Promise<void> {
  const { rows } = await database.pool.query<{
    blocks: number;
    numbers: number;
    last: number;
    broken: number;
  }>(
    `select count(*)::int as blocks, count(distinct index)::int as numbers, max(index)::int as last,
            (select count(*)::int from (
               select prev_hash, lag(hash) over (order by index) as before from record_file) f
             where before <> prev_hash) as broken
     from record_file`,
  );
  expect(rows[0]).toEqual({ blocks, numbers: blocks, last: blocks - 1, broken: 0 });
}

/** `tain check` reports no difference. */
async function expectChecked(database: TestDatabase, dir: string, blocks: number): Promise<void> {
  const { code, stdout } = await tain(['check'], {
    TAIN_DATA_DIR: path.join(dir, 'data'),
    DATABASE_URL: databaseUrl(database),
  });
  expect(stdout).toContain(`Blocks 0 to ${blocks - 1} are correct: ${blocks} with`);
  expect(code).toBe(0);
}

/** The ingest process, which is restarted after each kill. */
class Follower {
  readonly #program: ChildProgram;
  readonly #order: FollowOrder;
  #child: ChildProcess;
  #exited: Promise<unknown>;
  #shouldRun = true;
  /** Number of the last block that it stored. */
  last = -1;

  constructor(program: ChildProgram, order: FollowOrder) {
    this.#program = program;
    this.#order = order;
    [this.#child, this.#exited] = this.#start();
  }

  async kill(): Promise<void> {
    this.#shouldRun = false;
    this.#child.kill('SIGKILL');
    await this.#exited;
    this.#shouldRun = true;
    [this.#child, this.#exited] = this.#start();
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#shouldRun = false;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill(signal);
    await this.#exited;
  }

  /** Waits until a block is stored. */
  async reaches(number: number, milliseconds: number): Promise<void> {
    for (const end = performance.now() + milliseconds; this.last < number; await sleep(20)) {
      if (performance.now() > end)
        throw new Error(`block ${this.last} of ${number} after ${milliseconds} ms`);
    }
  }

  #start(): [ChildProcess, Promise<unknown>] {
    const { file, execArgv } = this.#program;
    const child = fork(file, [JSON.stringify(this.#order)], {
      execArgv: [...execArgv],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (message) => {
      if (typeof message === 'number') this.last = message;
    });
    const exited = once(child, 'exit');
    exited.then(() => {
      // A process that finds its killed predecessor still running exits, and is started again.
      if (this.#shouldRun && this.#child === child) {
        setTimeout(() => {
          if (this.#shouldRun) [this.#child, this.#exited] = this.#start();
        }, 100);
      }
    });
    return [child, exited];
  }
}
