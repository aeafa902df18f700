/**
 * Measures event streams. A demo network writes a block every two seconds into a folder that the built program
 * follows; clients in their own process read streams of many filters. Prints the time from the commit of a block
 * until its events arrive at a client, the total events a second, the events a second of one reader of history, and
 * the memory of idle streams. One machine does all of it, clients and network included.
 *
 *   npm run bench:live -- [--streams 1000] [--tps 300] [--seconds 60] [--idle 10000] [--history 300000] [--seed 7]
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connectionConfig } from '../src/store/connections/database.ts';
import { openEmbedded } from '../src/store/embedded/embedded.ts';
import { freePort } from '../test/free-ports.ts';
import { type Service, startService } from './api/service.ts';
import { readByGrpc } from './live/grpc-reader.ts';
import { type NetworkOrder, runNetwork } from './live/network.ts';
import { type Read, type ReadersOrder, runReaders } from './live/readers.ts';
import { answerOf, endRole, startRole } from './role-process.ts';

const BLOCK_MS = 2_000;
const CATCH_UP_MS = 600_000;
/** Delay for garbage collection after opening the streams, so that only the streams' memory is measured. */
const SETTLE_MS = 20_000;
/** Nanoseconds before the last consensus time at which the messages for the reader of history end. */
const BEFORE_LAST_NS = 1_000_000_000n;
const TOPIC = 9_000_001;

const [role, order = '{}'] = process.argv.slice(2);
if (role === 'network-role') await runNetwork(JSON.parse(order) as NetworkOrder);
else if (role === 'readers-role') await runReaders(JSON.parse(order) as ReadersOrder);
else await bench();

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      streams: { type: 'string', default: '1000' },
      tps: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '60' },
      idle: { type: 'string', default: '10000' },
      history: { type: 'string', default: '300000' },
      seed: { type: 'string', default: '7' },
    },
  });
  const work = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-live-'));
  const dir = path.join(work, 'stream');
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const network = startRole<NetworkOrder>(import.meta.url, 'network-role', {
      dir,
      tps: Number(values.tps),
      seed: Number(values.seed),
    });
    ends.push(() => endRole(network, 'SIGKILL'));
    const blocks = await answerOf<number>(network);
    const max = String(Math.max(Number(values.idle), Number(values.streams)) + 500);
    const grpcPort = await freePort();
    const service = await startService(path.join(work, 'data'), {
      TAIN_OPEN_PARENTS: 'on',
      TAIN_STREAMS: dir,
      TAIN_ADDRESS_BOOK: path.join(dir, 'address_book.bin'),
      TAIN_ROLES: 'api,ingest,live',
      TAIN_GRPC_PORT: String(grpcPort),
      TAIN_API_PROCESSES: '1',
      TAIN_CACHE: 'on',
      // The limit is doubled, because the gRPC service gets a share of it.
      TAIN_MAX_CONNECTIONS: String(2 * Number(max)),
      TAIN_MAX_CONNECTIONS_PER_CLIENT: max,
      TAIN_EVENT_STREAMS: String(10 * Number(max)),
    });
    ends.push(() => service.stop());
    const server = await openEmbedded({ dataDir: path.join(work, 'data'), openParents: true });
    ends.push(() => server.release());
    const client = new pg.Client(connectionConfig(server.target));
    await client.connect();
    ends.push(() => client.end());
    await caughtUp(client, blocks);
    await client.query('vacuum analyze');
    await measureLatency(client, network, service, Number(values.streams), Number(values.seconds));
    await measureHistory(client, service, grpcPort, Number(values.history));
    await measureIdle(client, service, Number(values.idle));
  } finally {
    for (const end of ends.reverse()) await end().catch(() => undefined);
    await rm(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}

/** Measures the time from the commit of a block to its events at clients, while the network runs. */
async function measureLatency(
  client: pg.Client,
  network: ChildProcess,
  service: Service,
  streams: number,
  seconds: number,
): Promise<void> {
  /** Consensus end (seconds) of each commit, and the time of its announcement. */
  const commits: { readonly end: number; readonly at: number }[] = [];
  client.on('notification', ({ payload = '' }) => {
    commits.push({ end: Number(payload.split(' ')[1]) / 1e9, at: Date.now() });
  });
  await client.query('listen tain_block');
  const paths = await mixOf(client, streams);
  const readers = startRole<ReadersOrder>(import.meta.url, 'readers-role', {
    url: service.url,
    paths,
    count: streams,
  });
  try {
    await answerOf(readers);
    network.send('begin');
    // The first blocks are not measured, because they follow a pause and run cold code.
    await sleep(5 * BLOCK_MS);
    const [from, cpuBefore] = [Date.now(), await service.cpu()];
    await sleep(seconds * 1000);
    const [until, cpuAfter] = [Date.now(), await service.cpu()];
    network.send('stop');
    await sleep(2 * BLOCK_MS);
    const result = answerOf<Read>(readers);
    readers.send('stop');
    const { times, arrivals, ended: broken } = await result;
    const latencies: number[] = [];
    let next = 0;
    for (const sample of [...times.keys()].sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0))) {
      const [time = 0, arrival = 0] = [times[sample], arrivals[sample]];
      while ((commits[next]?.end ?? Number.POSITIVE_INFINITY) < time) next++;
      const commit = commits[next];
      if (commit === undefined || commit.at < from || commit.at > until) continue;
      latencies.push(arrival - commit.at);
    }
    latencies.sort((a, b) => a - b);
    const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)]?.toFixed(0);
    const cpu = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
    console.log(
      `${streams} streams, ${commits.filter((one) => one.at >= from && one.at <= until).length} commits: from commit to client p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`,
    );
    console.log(
      `  ${rate(latencies.length, until - from)} events a second in all, ${broken} streams broke off; program with its ingest ${cpu === null ? '?' : (cpu / (until - from)).toFixed(2)} processors`,
    );
  } finally {
    await endRole(readers, 'SIGKILL');
  }
}

/**
 * Returns paths of streams: mostly of single accounts, topics and contracts, a quarter of blocks, one in a hundred of
 * everything.
 */
async function mixOf(client: pg.Client, streams: number): Promise<string[]> {
  const ids = async (from: string): Promise<string[]> => {
    const { rows } = await client.query<{ id: string }>(`select '0.0.' || id as id from (${from}) found`);
    return rows.map(({ id }) => id);
  };
  const accounts = await ids(
    "select id from entity where type = 'ACCOUNT' and id > 1000 order by id limit 500",
  );
  const topics = await ids("select id from entity where type = 'TOPIC' order by id limit 100");
  const contracts = await ids("select id from entity where type = 'CONTRACT' order by id limit 100");
  const one = (list: readonly string[], index: number): string => list[index % list.length] ?? '0.0.2';
  return Array.from({ length: streams }, (_, index) => {
    const kind = index % 100;
    if (kind === 0) return '/api/v1/transactions/stream';
    if (kind < 26) return '/api/v1/blocks/stream';
    if (kind < 70) return `/api/v1/transactions/stream?account.id=${one(accounts, index)}`;
    if (kind < 85) return `/api/v1/topics/${one(topics, index)}/messages/stream`;
    return `/api/v1/contracts/${one(contracts, index)}/results/logs/stream`;
  });
}

/** Measures one reader of all messages of a topic, from its beginning. */
async function measureHistory(
  client: pg.Client,
  service: Service,
  grpcPort: number,
  messages: number,
): Promise<void> {
  // A topic number that does not exist on the network.
  await client.query(
    `insert into entity (id, num, realm, shard, type, memo, max_automatic_token_associations, created_timestamp, timestamp_range)
     select ${TOPIC}, ${TOPIC}, 0, 0, 'TOPIC', '', 0, min(consensus_start), int8range(min(consensus_start), null) from record_file`,
  );
  await client.query(
    `insert into topic_message (consensus_timestamp, message, payer_account_id, running_hash, running_hash_version,
       sequence_number, topic_id, valid_start_timestamp)
     select last.time - ($2 - n) * 1000, decode(repeat(md5(n::text), 4), 'hex'), 98, decode(repeat('ab', 48), 'hex'), 3,
       n, ${TOPIC}, last.time - ($2 - n) * 1000 - 1
     from (select max(consensus_end) - $1 as time from record_file) last, generate_series(1, $2) n`,
    [BEFORE_LAST_NS, messages],
  );
  await client.query('vacuum analyze topic_message');
  const topic = `0.0.${TOPIC}`;
  const path = `/api/v1/topics/${topic}/messages/stream?sequencenumber=gte:1&sequencenumber=lte:${messages}`;
  for (const [name, read] of [
    ['NDJSON', () => readAll(service.url + path, 'application/x-ndjson')],
    ['SSE', () => readAll(service.url + path, 'text/event-stream')],
    ['gRPC', () => readByGrpc(grpcPort, topic, messages)],
  ] as const) {
    const begun = performance.now();
    const before = await service.cpu();
    const { lines, bytes } = await read();
    const milliseconds = performance.now() - begun;
    const after = await service.cpu();
    const each = before === null || after === null ? '?' : (((after - before) * 1000) / lines).toFixed(0);
    console.log(
      `History of one topic by ${name}: ${rate(lines, milliseconds)} messages a second to one reader, ${(bytes / 1000 / milliseconds).toFixed(1)} MB/s; ${lines} of ${messages} in ${(milliseconds / 1000).toFixed(1)} s, ${each} µs of the program each`,
    );
  }
}

/** Reads a stream to its end. Returns the number of its events. */
function readAll(url: string, accept: string): Promise<{ readonly lines: number; readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, headers: { accept } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      let [lines, bytes, rest] = [0, 0, ''];
      response.setEncoding('latin1');
      response.on('data', (text: string) => {
        bytes += text.length;
        const parts = (rest + text).split('\n');
        rest = parts.pop() ?? '';
        for (const line of parts) if (/^(?:data: |\{"id":"[\d.-]+","data")/.test(line)) lines++;
      });
      response.once('error', reject);
      // The last frame has the reason of the end. In SSE its data looks like an event's.
      response.once('end', () => resolve({ lines: accept.includes('json') ? lines : lines - 1, bytes }));
    });
    request.once('error', reject);
  });
}

/** Measures the memory of streams without events. */
async function measureIdle(client: pg.Client, service: Service, streams: number): Promise<void> {
  if (streams === 0) return;
  const { rows } = await client.query<{ id: string }>(
    "select '0.0.' || max(id) as id from entity where type = 'ACCOUNT'",
  );
  const before = await memoryOf(service);
  const paths = [`/api/v1/transactions/stream?account.id=${rows[0]?.id}`];
  const readers = startRole<ReadersOrder>(import.meta.url, 'readers-role', {
    url: service.url,
    paths,
    count: streams,
  });
  try {
    const begun = performance.now();
    await answerOf(readers);
    const opened = performance.now() - begun;
    await sleep(SETTLE_MS);
    const after = await memoryOf(service);
    const each = (one: 'heap' | 'external' | 'rss') =>
      ((after[one] - before[one]) / streams / 1000).toFixed(1);
    console.log(
      `${streams} idle streams: ${each('heap')} kB each on the heap, ${each('external')} kB outside it, ${each('rss')} kB of resident memory; ${rate(streams, opened)} opened a second`,
    );
  } finally {
    await endRole(readers, 'SIGKILL');
  }
}

/** Returns bytes of the program's own metrics: the minimum of some polls, because garbage does not count. */
async function memoryOf({ url }: Service): Promise<Record<'heap' | 'external' | 'rss', number>> {
  const polls: Record<'heap' | 'external' | 'rss', number>[] = [];
  for (let count = 0; count < 20; count++) {
    const text = await (await fetch(`${url}/metrics`)).text();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    polls.push({
      heap: value('nodejs_heap_size_used_bytes'),
      external: value('nodejs_external_memory_bytes'),
      rss: value('process_resident_memory_bytes'),
    });
    await sleep(500);
  }
  const minOf = (one: 'heap' | 'external' | 'rss') => Math.min(...polls.map((poll) => poll[one]));
  return { heap: minOf('heap'), external: minOf('external'), rss: minOf('rss') };
}

async function caughtUp(client: pg.Client, blocks: number): Promise<void> {
  const until = performance.now() + CATCH_UP_MS;
  for (;;) {
    const { rows } = await client
      .query<{ last: string }>('select coalesce(max(index), -1)::text as last from record_file')
      // The tables may not exist yet.
      .catch(() => ({ rows: [] }));
    if (Number(rows[0]?.last ?? -1) >= blocks - 1) return;
    if (performance.now() > until) throw new Error('the ingest did not catch up with the stream in time');
    await sleep(500);
  }
}

function rate(count: number, milliseconds: number): string {
  return Math.round((count / milliseconds) * 1000).toLocaleString('en');
}
