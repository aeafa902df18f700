import { mkdtemp, rename } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../database.ts';
import { removeFolder } from '../../remove-folder.ts';
import { Tain } from './tain.ts';

/** A followed folder that vanishes, or never existed: the log, the metric and the status page name the source. */

let folder: string;
let db: TestDatabase;
const running: Tain[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-lost-'));
  db = await createTestDatabase();
  await writeDemo({
    runCode: demoEngine,
    dir: path.join(folder, 'stream'),
    seed: 3,
    tps: 5,
    blocks: 3,
    signInner: false,
  });
});
afterAll(async () => {
  for (const tain of running) if (tain.child.exitCode === null) await tain.stop('SIGKILL');
  await db.drop();
  await removeFolder(folder);
});

interface Component {
  readonly name: string;
  readonly status: string;
  readonly description: string;
}

/** Waits until `isTrue` returns true. */
async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isTrue()); await sleep(200)) {
    if (Date.now() > deadline) throw new Error(`not in time: ${what}`);
  }
}

test('a folder that disappears is a failure of the source, as is one that is missing at the start', async () => {
  const streams = path.join(folder, 'stream');
  const away = path.join(folder, 'away');
  const settings = {
    DATABASE_URL: databaseUrl(db),
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_STREAMS: streams,
    TAIN_ROLES: 'api,ingest,status',
    TAIN_PORT: '0',
    TAIN_STATUS_PORT: '0',
  };
  const start = async () => {
    const tain = new Tain(['start'], settings);
    running.push(tain);
    const url = await tain.url();
    const page = (await tain.waitFor(/Status service at (http:\/\/[\d.:]+)/))[1] ?? '';
    const waits = async () =>
      (await (await fetch(`${url}/metrics`)).text()).match(/^tain_ingest_waiting\S* 1$/m) !== null;
    const ingest = async () => {
      const { components } = (await (await fetch(`${page}/api/v2/components.json`)).json()) as {
        components: Component[];
      };
      return components.find(({ name }) => name === 'Mirror ingest');
    };
    const isLost = async () => {
      await tain.waitFor(/The stream waits: [^\n]*stream[^\n]* cannot be read/);
      await until('metric', waits);
      await until('component', async () => (await ingest())?.status !== 'operational');
    };
    return { tain, url, waits, ingest, isLost };
  };
  const first = await start();
  await until('blocks', async () => {
    const { blocks } = (await (await fetch(`${first.url}/api/v1/blocks?limit=1`)).json()) as {
      blocks: { number: number }[];
    };
    return blocks[0]?.number === 2;
  });
  await until('component', async () => (await first.ingest())?.status === 'operational');
  expect(await first.waits()).toBe(false);
  await rename(streams, away);
  await first.isLost();
  await rename(away, streams);
  await first.tain.waitFor('The stream continues');
  await until('metric', async () => !(await first.waits()));
  await first.tain.stop();

  await rename(streams, away);
  const second = await start();
  await second.isLost();
  await rename(away, streams);
  await second.tain.waitFor('The stream continues');
  await second.tain.stop();
});
