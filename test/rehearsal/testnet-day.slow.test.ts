import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stream } from '@tain/protos/block-stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../../packages/network-simulator/src/random.ts';
import { BlockFolder } from '../../packages/network-simulator/src/stream/block-folder.ts';
import { DemoStream } from '../../packages/network-simulator/src/stream/demo-stream.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { Tain, tain } from '../app/commands/tain.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type Following, followList, followTopic, type Served } from '../grpc/followers.ts';
import { removeFolder } from '../remove-folder.ts';
import { readPages, startTestApi } from '../rest/api-fixture.ts';
import { StateTracker } from '../state-tracker.ts';

/**
 * The testnet cutover of 25 November 2026 in real time: a network writes record files and then signed blocks with
 * partial state changes, including transaction types that no schema has. One process follows it, clients read streams,
 * gRPC and the status page, and the operator checks the database with the stream.
 */
const CUTOVER = 14;
/** Minimum number of the last block. */
const MIN_LAST = CUTOVER + 11;
/** Transaction types that no schema has, from `NetworkOptions.newer`. */
const NEWER_TYPES = [91, 250];
const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;

let folder: string;
let test: TestDatabase;
let written: DemoStream;
let settings: Record<string, string>;
let service: Tain;
/** Number of the last written block. */
let last = -1;
const now = () => BigInt(Date.now()) * 1_000_000n;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-testnet-day-'));
  test = await createTestDatabase();
  const dir = path.join(folder, 'stream');
  const steadyFrom = now() - (now() % SECOND) - 10n * SECOND;
  written = await DemoStream.open({
    dir,
    seed: 25,
    tps: 12,
    start: steadyFrom - (steadyFrom % DAY) - 2n * DAY,
    steadyFrom,
    cutover: CUTOVER,
    signs: true,
    partialChanges: true,
    newer: true,
    mix: { FUTURE: 60, CLPRENDPOINTPUBLICATION: 30, CONSENSUSSUBMITMESSAGE: 400 },
    dataEverywhere: false,
    runCode: demoEngine,
    population: { accounts: 40, tokens: 4, topics: 2, contracts: 4 },
  });
  const { host, port, user, database } = test.target as {
    host: string;
    port: number;
    user: string;
    database: string;
  };
  settings = {
    TAIN_DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    TAIN_NETWORK: 'other',
    TAIN_ADDRESS_BOOK: path.join(dir, 'address_book.bin'),
  };
  service = new Tain(['start', '--roles', 'ingest,api,live,status'], {
    ...settings,
    TAIN_STREAMS: dir,
    TAIN_PORT: '0',
    TAIN_STATUS_PORT: '0',
    TAIN_API_PROCESSES: '1',
  });
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  await written?.close();
  await test?.drop();
  await removeFolder(folder);
});

/**
 * Writes blocks up to a number, each after its consensus end, and publishes two at a time, so that every second one has
 * a state proof.
 */
async function writeUntil(wanted: number): Promise<void> {
  const { progress } = written.network;
  while (last < wanted) {
    const late = now() - progress.nextStart - 2n * SECOND;
    if (late < 0n) await sleep(Number(-late / 1_000_000n) + 1);
    await written.write();
    last = Number(progress.nextNumber) - 1;
    if (progress.nextNumber % 2n === 0n) await written.commit();
  }
  await written.commit();
}

async function rowsOf<T extends object>(sql: string): Promise<T[]> {
  return (await test.database.pool.query<T>(sql)).rows;
}

it('the day on which testnet changes over is followed by every service', async () => {
  await writeUntil(CUTOVER - 4);
  const served: Served = {
    url: await service.url(),
    grpcPort: Number((await service.waitFor(/gRPC service at 127\.0\.0\.1:(\d+)/))[1]),
  };
  const status = (await service.waitFor(/Status service at (http:\/\/[\d.:]+)/))[1];
  let topic: string | undefined;
  await expect
    .poll(async () => {
      const sql = 'select topic_id::text as id from topic_message group by 1 order by count(*) desc limit 1';
      topic = (await rowsOf<{ id: string }>(sql).catch(() => []))[0]?.id;
      return topic;
    })
    .toBeDefined();
  let [lastBlock, lastMessage]: (number | undefined)[] = [];
  const following: Following = { servers: [served], random: new Random(1), lastBlock: () => lastBlock };
  const lists = ['blocks?block.number=gte:0', 'transactions?timestamp=gte:1'].map((list) =>
    followList(following, list),
  );
  const messages = followTopic(following, BigInt(topic ?? 0), () => lastMessage);
  await writeUntil(MIN_LAST);
  // The page reports the block stream as operational 30 s after the end of the record files, so blocks continue
  // meanwhile.
  const page = async () => (await fetch(`${status}/api/v2/components.json`)).text();
  while (!/"name":"Block stream"[^}]*"status":"operational"/.test(await page())) await writeUntil(last + 2);
  await expect
    .poll(
      async () =>
        (await rowsOf<{ last: number }>('select max(index)::int as last from record_file'))[0]?.last,
    )
    .toBe(last);
  const [count] = await rowsOf<{ last: number; later: number }>(
    `select max(sequence_number)::int as last, count(*) filter (where consensus_timestamp > (select consensus_start
       from record_file where index = ${CUTOVER}))::int as later from topic_message where topic_id = ${topic}`,
  );
  lastMessage = count?.last ?? 0;
  lastBlock = last;

  const [blocks, transactions] = await Promise.all(lists);
  expect(blocks?.given.map((block) => (block as { number: number }).number)).toEqual(
    Array.from({ length: last + 1 }, (_, number) => number),
  );
  const api = await startTestApi({ database: test.database, clock: Date.now });
  const all = (await readPages(api, '/api/v1/transactions?order=asc&limit=100', 'transactions')).flat();
  await api.close();
  expect(transactions?.given).toEqual(all);
  expect(count?.later).toBeGreaterThan(5);
  expect((await messages).given).toEqual(Array.from({ length: lastMessage }, (_, index) => index + 1));

  // The day includes both kinds of streams, signatures, partial changes, and unknown types on both sides.
  const kinds = await rowsOf<{ kind: string }>(
    `select distinct kind::text from record_file join tain.block_proof using (consensus_end) where index >= ${CUTOVER}`,
  );
  // A block that is published with a later one is proven by the later block's signature.
  expect(kinds.map(({ kind }) => kind)).toContain('threshold-signature');
  for (const { kind } of kinds) expect(['threshold-signature', 'state-proof', 'later-block']).toContain(kind);
  for (const [side, bound] of [
    ['before', '<'],
    ['after', '>='],
  ]) {
    const unknown = await rowsOf<{ type: number }>(
      `select distinct type from transaction where consensus_timestamp ${bound}
         (select consensus_start from record_file where index = ${CUTOVER}) and type in (${NEWER_TYPES.join()})`,
    );
    expect([side, unknown.map(({ type }) => type).sort()]).toEqual([side, NEWER_TYPES.toSorted()]);
  }
  const tracker = new StateTracker({ lenient: true });
  let partial = 0;
  for (let number = CUTOVER; number <= last; number++) {
    const block = await new BlockFolder(path.join(folder, 'stream')).read(BigInt(number));
    for (const item of stream.Block.decode(block).items)
      partial += tracker.apply(item, BigInt(number)).filter(({ isPartial }) => isPartial).length;
  }
  expect(partial).toBeGreaterThan(100);
  expect(service.stdout + service.stderr).not.toMatch(/"level":"?(error|fatal|50|60)/);
});

it('the operator checks the database against the stream, and the stream itself', async () => {
  const dir = path.join(folder, 'stream');
  const checked = await tain(['check', dir], settings);
  expect([checked.code, checked.stdout]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^Blocks 0 to ${last} are correct`, 'm')),
  ]);
  expect(checked.stdout).toContain('The network is newer than this version: ');
  const verified = await tain(['verify', dir], settings);
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('all hold')]);
});
