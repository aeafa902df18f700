import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/store/connections/database.ts';
import { type ChildProgram, childProgram } from '../child-program.ts';
import { createTestDatabase } from '../database.ts';
import { differences, dumpEverything } from '../ingest/dump-tables.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { type Cluster, crashNode, type Node, restartNode } from './cluster.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { STEADY_FROM, streamFolder } from './stream.ts';

// Compares the rows that an ingest stores in a database on three servers with those on one server, also if it, a worker or
// the coordinator is killed in the middle.

const cluster = injectedCluster();
const CHILD = fileURLToPath(new URL('../ingest/ingest-child.ts', import.meta.url));
/** Processes to kill, one after another. Before each kill the ingest stores `BLOCKS_BETWEEN` blocks. */
const ENDS: readonly ('ingest' | Node)[] = ['ingest', 1, 0, 'ingest', 2, 0];
const BLOCKS_BETWEEN = 3;
/** Exit code of a child if its killed predecessor still holds the lock. */
const NOT_YET = 3;
/** Milliseconds since 1970 from which the network creates a block per day. */
const STEADY_FROM_MS = Number(STEADY_FROM / 1_000_000n);
const DERIVED = [
  'account_balance',
  'token_balance',
  'entity_stake',
  'entity_stake_history',
  'tain.current_balance',
  'tain.current_token_balance',
];

describe.skipIf(typeof cluster === 'string')(
  `on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let whole: Record<string, string[]>;

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      const one = await createTestDatabase();
      await ingestFolder({ database: one.database, ...streamFolder(), clock: () => 0 });
      whole = await dumpEverything(one.database);
      await one.drop();
      // The compared tables must not be empty.
      for (const table of DERIVED) expect([table, whole[table]?.length ?? 0]).not.toEqual([table, 0]);
    });

    test.each([
      ['live', 0],
      ['catching up', STEADY_FROM_MS + 86_400_000],
    ])('stores the same rows %s', async (_, clock) => {
      if (typeof cluster === 'string') return;
      const several = await createDistributedDatabase(cluster);
      try {
        await ingestFolder({ database: several.database, ...streamFolder(), clock: () => clock });
        expect(differences(await dumpEverything(several.database), whole)).toEqual([]);
      } finally {
        await several.drop();
      }
    });

    test('stores the same rows near the head, although processes, workers and the coordinator are killed', async () => {
      if (typeof cluster === 'string') return;
      const several = await createDistributedDatabase(cluster);
      // The database is opened again at the end, because its connections end with the coordinator.
      await several.database.end();
      const order = { ...streamFolder(), target: several.target, maxItems: 40, maxBytes: 60_000 };
      const ingest = new Ingest(await childProgram(CHILD), { ...order, clock: STEADY_FROM_MS + 100_000 });
      try {
        for (const end of ENDS) {
          await ingest.stored(BLOCKS_BETWEEN);
          if (end === 'ingest') await ingest.kill();
          else await crash(cluster, end);
        }
        await ingest.done();
        await expectSame(several.target, whole);
      } finally {
        await ingest.kill();
        await several.drop();
      }
    });
  },
);

async function crash(cluster: Cluster, node: Node): Promise<void> {
  await crashNode(cluster, node);
  await restartNode(cluster, node);
}

async function expectSame(
  target: ConstructorParameters<typeof Database>[0],
  whole: Record<string, string[]>,
) {
  const database = new Database(target, { applicationName: 'tain test', maxConnections: 4 });
  try {
    expect(differences(await dumpEverything(database), whole)).toEqual([]);
  } finally {
    await database.end();
  }
}

/** An ingest in a separate process, which is restarted after a kill. */
class Ingest {
  readonly #program: ChildProgram;
  readonly #order: object;
  #child: ChildProcess | null = null;
  #blocks = 0;
  #code: number | null | undefined;
  #wake: () => void = () => undefined;

  constructor(program: ChildProgram, order: object) {
    this.#program = program;
    this.#order = order;
  }

  /** Resolves when it has stored `further` more blocks, or all. */
  async stored(further: number): Promise<void> {
    this.#run();
    const until = this.#blocks + further;
    while (this.#code === undefined && this.#blocks < until) await this.#changed();
  }

  async done(): Promise<void> {
    this.#run();
    while (this.#code === undefined) await this.#changed();
    expect(this.#code).toBe(0);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || this.#code !== undefined) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #run(): void {
    if (this.#child !== null) return;
    const { file, execArgv } = this.#program;
    const child = fork(file, [JSON.stringify(this.#order)], { execArgv: [...execArgv], stdio: 'inherit' });
    this.#child = child;
    this.#blocks = 0;
    this.#code = undefined;
    child.on('message', (message) => {
      if (typeof message === 'number') this.#blocks = message;
      this.#wake();
    });
    child.once('exit', (code) => {
      if (child !== this.#child) return;
      if (code === NOT_YET) {
        this.#child = null;
        this.#run();
      } else this.#code = code;
      this.#wake();
    });
  }
}
