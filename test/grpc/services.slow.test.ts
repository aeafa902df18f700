import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../packages/network-simulator/src/random.ts';
import { Database } from '../../src/store/connections/database.ts';
import { ArrivingStream } from '../app/arriving-stream.ts';
import { Tain } from '../app/commands/tain.ts';
import { removeFolder } from '../remove-folder.ts';
import { type ReplicatedServers, startReplicatedServers } from '../replicated-servers.ts';
import { readPages, startTestApi } from '../rest/api-fixture.ts';
import { SEED } from '../seeds.ts';
import { TcpProxy } from '../tcp-proxy.ts';
import { type Followed, type Following, followList, followTopic, type Served } from './followers.ts';

// Streams and subscriptions of two servers, one of which reads from a replica, during these faults: an ingest is killed
// and its standby takes over, the network cuts over to blocks, servers are killed repeatedly, the replica lags, and the
// databases are killed. No message is lost or repeated.

const NETWORK = { blocks: 48, tps: 8, seed: 23, cutover: 22 };
/** Blocks are written one after another, milliseconds apart, `STEP` blocks at a time. */
const BLOCK_INTERVAL_MS = 150;
const STEP = 3;
/** Number of times that a server is killed while blocks of the block stream arrive. */
const KILLS = 2;
/** Clients of each list and of the topic. */
const CLIENTS = 2;
const POLL = { interval: 50 };

let folder: string;
let stream: ArrivingStream;
let servers: ReplicatedServers;
let primary: Database;
let proxy: TcpProxy;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-live-services-'));
  [stream, servers] = await Promise.all([ArrivingStream.write(folder, NETWORK), startReplicatedServers(1)]);
  proxy = await TcpProxy.to(servers.primary);
  primary = new Database(servers.primary, {
    applicationName: 'test',
    maxConnections: 8,
    onError: () => undefined,
  });
});
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await primary?.end();
  proxy?.close();
  await servers?.stop();
  if (folder !== undefined) await removeFolder(folder);
});

async function run(roles: string, settings: Readonly<Record<string, string>>): Promise<Tain> {
  const tain = new Tain(['start', '--roles', roles], {
    DATABASE_URL: proxy.url,
    TAIN_DATA_DIR: await mkdtemp(path.join(folder, 'data-')),
    TAIN_NETWORK: 'other',
    TAIN_PORT: '0',
    TAIN_API_PROCESSES: '1',
    ...settings,
  });
  ends.push(() => tain.stop('SIGKILL'));
  await tain.waitFor('Started in');
  return tain;
}

/** A server and its address. `kill` replaces it by a new process. */
class Server {
  readonly served: Served = { url: '', grpcPort: 0 };
  readonly #settings: Readonly<Record<string, string>>;
  #tain: Tain | undefined;

  constructor(settings: Readonly<Record<string, string>> = {}) {
    this.#settings = settings;
  }

  async start(): Promise<void> {
    this.#tain = await run('api,live', this.#settings);
    this.served.url = await this.#tain.url();
    this.served.grpcPort = Number((await this.#tain.waitFor(/gRPC service at 127\.0\.0\.1:(\d+)/))[1]);
  }

  async kill(): Promise<void> {
    await this.#tain?.stop('SIGKILL');
  }
}

const numberOf = async (sql: string): Promise<number> => {
  const { rows } = await primary.pool.query({ text: sql, rowMode: 'array' });
  return Number(rows[0]?.[0] ?? -1);
};
/** The topic with the most messages, if it has at least four. */
const TOPIC = `select topic_id from topic_message group by topic_id having count(*) > 3
  order by count(*) desc, topic_id limit 1`;
const stored = () => numberOf('select max(index) from record_file').catch(() => -1);

test(`no message is lost or repeated when processes end (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  expect(stream.blocks).toBe(NETWORK.blocks);
  const live = await stream.arrive(BLOCK_INTERVAL_MS, stream.blocks);
  ends.push(() => live.end());
  const ingest = () => run('ingest', { TAIN_STREAMS: live.dir, TAIN_YIELD_AFTER: '1h', TAIN_TRUST: 'chain' });
  const replica = servers.replicas[0];
  if (replica === undefined) throw new Error('no replica');
  let arrived = 0;
  /** Writes some more blocks and waits until they are stored. */
  const writeMore = async () => {
    arrived += STEP;
    live.allow(arrived);
    await expect.poll(stored, POLL).toBeGreaterThanOrEqual(arrived - 1);
  };
  const own = new Server();
  const ofReplica = new Server({ TAIN_READ_DATABASE_URLS: replica.proxy.url });
  const first = await ingest();
  await Promise.all([own.start(), ofReplica.start()]);
  const second = await ingest();
  let topic = -1;
  while (topic < 0) {
    await writeMore();
    topic = await numberOf(TOPIC);
  }
  let lastBlock: number | undefined;
  let lastNumber: number | undefined;
  const following = (): Following => ({
    servers: [own.served, ofReplica.served],
    random: new Random(random.below(1_000_000)),
    lastBlock: () => lastBlock,
  });
  const lists = [
    ['blocks', 'block.number=gte:0', 'blocks'],
    ['transactions', 'timestamp=gte:1', 'transactions'],
    ['contracts/results/logs', 'timestamp=gte:1', 'logs'],
    [`topics/0.0.${topic}/messages`, 'sequencenumber=gte:1', 'messages'],
  ] as const;
  const times = Array.from({ length: CLIENTS });
  const followed = lists.flatMap(([list, query, items]) =>
    times.map(async () => ({ list, items, ...(await followList(following(), `${list}?${query}`)) })),
  );
  const subscribed = times.map(() => followTopic(following(), BigInt(topic), () => lastNumber));
  const all = Promise.all([Promise.all(followed), Promise.all(subscribed)]);
  all.catch(() => undefined);
  const meanwhile = async () => {
    await writeMore();
    await first.stop('SIGKILL');
    await second.waitFor(/The stream is resumed after block \d+/);
    await writeMore();
    await replica.replay(false);
    await writeMore();
    await own.kill();
    await writeMore();
    await own.start();
    await replica.replay(true);
    await writeMore();
    // The last committed rows may be lost, and are then stored again.
    await servers.killPrimary();
    await writeMore();
    await replica.kill();
    for (let kills = 0; kills < KILLS; kills++) {
      const server = random.pick([own, ofReplica]);
      await server.kill();
      await writeMore();
      await server.start();
    }
    await live.complete();
    await expect.poll(stored, POLL).toBe(stream.blocks - 1);
  };
  // An error of a client ends the test immediately.
  await Promise.race([meanwhile(), all]);
  lastNumber = await numberOf(`select max(sequence_number) from topic_message where topic_id = ${topic}`);
  lastBlock = stream.blocks - 1;
  const [given, numbers] = await all;

  const kinds = 'select count(distinct version) from record_file';
  expect(await numberOf(kinds)).toBe(2);
  const api = await startTestApi({ database: primary, clock: Date.now });
  ends.push(() => api.close());
  for (const [list, query, items] of lists) {
    const time = query.startsWith('timestamp') ? `&${query}` : '';
    const expectedItems = (await readPages(api, `/api/v1/${list}?order=asc&limit=100${time}`, items)).flat();
    expect(expectedItems.length, list).toBeGreaterThan(10);
    const clients = given.filter((each) => each.list === list);
    for (const { given: events } of clients) expect(events, list).toEqual(expectedItems);
  }
  expect(lastNumber).toBeGreaterThan(10);
  const expected = Array.from({ length: lastNumber }, (_, index) => index + 1);
  for (const { given: some } of numbers) expect(some).toEqual(expected);
  // Each client resumed on another connection. The number of connections depends on randomly chosen servers.
  const opened = (each: readonly Followed<unknown>[]) => Math.min(...each.map((one) => one.opened));
  expect(opened(given)).toBeGreaterThan(1);
  expect(opened(numbers)).toBeGreaterThan(1);
});
