import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tain } from '../../app/commands/tain.ts';
import { startDemoApi } from '../../client/demo-api.ts';
import { databaseUrl } from '../../database.ts';
import { removeFolder } from '../../remove-folder.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { HiddenBlocks } from './hidden-blocks.ts';
import { readStream } from './stream-reader.ts';

// Hundreds of streams of a server that is killed repeatedly while blocks arrive: no event is lost or duplicated.

const STREAMS = 150;
const KILLS = 2;
const BLOCKS_AT_FIRST = 3;

let demo: TestApi;
let folder: string;
let ledger: HiddenBlocks;
let lists: readonly { readonly path: string; readonly query: string; readonly items: string }[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-killed-streams-'));
  demo = await startDemoApi();
  const ids = async (name: string, table: string): Promise<string[]> => {
    const { rows } = await demo.database.pool.query({
      text: `select '0.0.' || ${name} from ${table} where ${name} is not null
        group by ${name} order by count(*) desc limit 20`,
      rowMode: 'array',
    });
    return rows.map(([id]: string[]) => String(id));
  };
  lists = [
    { path: 'blocks', query: '', items: 'blocks' },
    ...(await ids('payer_account_id', 'transaction')).map((id) => ({
      path: 'transactions',
      query: `&account.id=${id}`,
      items: 'transactions',
    })),
    ...(await ids('topic_id', 'topic_message')).map((id) => ({
      path: `topics/${id}/messages`,
      query: '',
      items: 'messages',
    })),
    ...(await ids('contract_id', 'contract_log')).map((id) => ({
      path: `contracts/${id}/results/logs`,
      query: '',
      items: 'logs',
    })),
  ];
  ledger = await HiddenBlocks.behind(demo.database, BLOCKS_AT_FIRST);
});
afterAll(async () => {
  await demo?.close();
  if (folder !== undefined) await removeFolder(folder);
});

function serve(): Tain {
  return new Tain(['start', '--roles', 'api'], {
    DATABASE_URL: databaseUrl(demo.database),
    TAIN_DATA_DIR: folder,
    TAIN_NETWORK: 'other',
    TAIN_PORT: '0',
    TAIN_API_PROCESSES: '1',
    TAIN_EVENT_STREAMS: String(STREAMS * 10),
    TAIN_MAX_CONNECTIONS_PER_CLIENT: String(STREAMS * 2),
  });
}

test(`${STREAMS} streams lose and repeat no event while their server is killed`, async () => {
  let tain = serve();
  let url = await tain.url();
  const lastBlock = Number(ledger.blocks.at(-1)?.number);
  let kills = 0;
  const isOver = () => ledger.isOver && kills >= KILLS;
  let opened = 0;
  /** Follows a list, and always reconnects with the last id. */
  const follow = async ({ path: list, query }: (typeof lists)[number]): Promise<unknown[]> => {
    const events: unknown[] = [];
    let last: string | undefined;
    for (;;) {
      const stream = await readStream(`${url}/api/v1/${list}/stream?timestamp=gte:0${query}`, {
        ...(last === undefined ? {} : { lastEventId: last }),
      }).catch(() => undefined);
      if (stream === undefined || stream.status !== 200) {
        stream?.leave();
        await sleep(100 + Math.random() * 200);
        continue;
      }
      opened += 1;
      for (let frame = await stream.next(); frame !== undefined; frame = await stream.next()) {
        if (frame.kind === 'message') events.push(frame.data);
        if (frame.id !== undefined) last = frame.id;
        if (frame.kind !== 'progress' || !isOver()) continue;
        if ((frame.data as { block: number | null }).block !== lastBlock) continue;
        stream.leave();
        return events;
      }
    }
  };
  const followed = Array.from(
    { length: STREAMS },
    (_, i) => lists[i % lists.length] as (typeof lists)[number],
  );
  try {
    const running = followed.map(follow);
    while (!isOver()) {
      await expect.poll(() => opened, { interval: 50 }).toBeGreaterThan(0);
      for (let count = 0; count < 3; count++) {
        await ledger.show();
        await sleep(Math.random() * 300);
      }
      if (kills >= KILLS) continue;
      // The server is killed at an arbitrary time.
      await tain.stop('SIGKILL');
      kills += 1;
      opened = 0;
      tain = serve();
      url = await tain.url();
    }
    const given = await Promise.all(running);
    const api = await startTestApi({ database: demo.database, clock: Date.now });
    const expected = new Map<(typeof lists)[number], unknown[]>();
    for (const list of lists) {
      const first = `/api/v1/${list.path}?order=asc&limit=100&timestamp=gte:0${list.query}`;
      expected.set(list, (await readPages(api, first, list.items)).flat());
    }
    await api.close();
    for (const [i, list] of followed.entries()) expect(given[i], list.path).toEqual(expected.get(list));
    expect([...expected.values()].flat().length).toBeGreaterThan(1_000);
  } finally {
    await tain.stop('SIGKILL');
  }
});
