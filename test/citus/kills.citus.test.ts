import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/db/connections/database.ts';
import { type ChildProgram, childProgram } from '../child-program.ts';
import { createTestDatabase } from '../database.ts';
import { differences, dumpEverything } from '../ingest/dump-tables.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { type Cluster, crashNode, type Node, restartNode } from './cluster.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { STEADY_FROM, writeStream } from './stream.ts';

// Checks that every block is stored once and completely, although the ingest, a worker or the coordinator stops in the
// middle.

const CHILD = fileURLToPath(new URL('../ingest/ingest-child.ts', import.meta.url));
const cluster = injectedCluster();

/** Processes to kill, one after another. Before each kill the ingest stores `BLOCKS_BETWEEN` blocks. */
const ENDS: readonly ('ingest' | Node)[] = ['ingest', 1, 0, 'ingest', 2, 0];
const BLOCKS_BETWEEN = 3;
/** Exit code of a child if its killed predecessor still holds the lock. */
const NOT_YET = 3;

describe.skipIf(typeof cluster === 'string')(
  `killed${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let dir = '';
    beforeAll(async () => {
      dir = await mkdtemp(path.join(os.tmpdir(), 'tain-citus-kills-'));
      await writeStream(dir, { blocks: 28, cutover: 16, tps: 20 });
    });
    afterAll(() => rm(dir, { recursive: true, force: true }));

    test('process, workers and coordinator: the tables equal those of an undisturbed import', {
      timeout: 300_000,
    }, async () => {
      if (typeof cluster === 'string') return;
      const folder = { folder: dir, addressBook: path.join(dir, 'address_book.bin') };
      const one = await createTestDatabase();
      await ingestFolder({ database: one.database, ...folder, clock: () => 0 });
      const whole = await dumpEverything(one.database);
      await one.drop();
      const several = await createDistributedDatabase(cluster);
      // The database is opened again at the end, because its connections end with the coordinator.
      await several.database.end();
      const order = { ...folder, target: several.target, maxItems: 40, maxBytes: 60_000 };
      const clock = Number(STEADY_FROM / 1_000_000n);
      const ingest = new Ingest(await childProgram(CHILD), { ...order, clock });
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
