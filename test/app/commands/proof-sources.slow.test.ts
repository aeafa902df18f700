import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { verifyBlock } from '@tain/verify/verify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type DemoBlockNode,
  serveBlocks,
} from '../../../packages/network-simulator/src/block-node/serve-blocks.ts';
import { DemoStream } from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import { startApiService } from '../../../src/app/roles/api-service.ts';
import { NO_INGEST } from '../../../src/app/roles/capabilities.ts';
import { ProcessServers } from '../../../src/app/roles/process-servers.ts';
import { readConfig } from '../../../src/config/config.ts';
import { S3Store } from '../../../src/ingest/store/s3-store.ts';
import { ByteAccount } from '../../../src/kernel/limits/byte-account.ts';
import { READY } from '../../../src/kernel/process-readiness.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { Database } from '../../../src/store/connections/database.ts';
import { CREDENTIALS, HAS_S3, type S3Server, startS3 } from '../../buckets/s3-server.ts';
import { databaseUrl } from '../../database.ts';
import { removeFolder } from '../../remove-folder.ts';
import { type ReplicatedServers, startReplicatedServers } from '../../replicated-servers.ts';
import { Tain, tain } from './tain.ts';

// Serves proofs from each source of raw files, and in each process of a query service.

/** First block of the block stream. */
const CUTOVER = 2;
const BLOCKS = 5;

let folder: string;
let servers: ReplicatedServers;
let database: Database;
let bucket: S3Server | undefined;
let blockNode: DemoBlockNode;
let common: Record<string, string>;
let trust: { readonly ledgerId: string; readonly addressBooks: readonly string[] };
const stream = () => path.join(folder, 'stream');
const archive = () => path.join(folder, 'archive');

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-proof-sources-'));
  const network = await DemoStream.open({
    dir: stream(),
    seed: 9,
    tps: 3,
    cutover: CUTOVER,
    signs: true,
    runCode: demoEngine,
  });
  for (let block = 0; block < BLOCKS; block++) {
    await network.write();
    await network.commit();
  }
  await network.close();
  servers = await startReplicatedServers(1);
  database = new Database(servers.primary, {
    applicationName: 'tain test',
    maxConnections: 2,
    onError: () => undefined,
  });
  const book = path.join(stream(), 'address_book.bin');
  common = {
    DATABASE_URL: databaseUrl({ target: servers.primary }),
    TAIN_NETWORK: 'other',
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_ADDRESS_BOOK: book,
    TAIN_PORT: '0',
    TAIN_HOST: '127.0.0.1',
  };
  expect(await tain(['import', stream()], { ...common, TAIN_ARCHIVE: archive() })).toMatchObject({ code: 0 });
  const { rows } = await database.pool.query<{ id: string }>(
    "select encode(ledger_id, 'hex') as id from tain.ledger_publication",
  );
  const addressBooks = [
    createHash('sha384')
      .update(await readFile(book))
      .digest('hex'),
  ];
  trust = { ledgerId: rows[0]?.id ?? '', addressBooks };
  blockNode = await serveBlocks(stream(), '127.0.0.1', 0);
  if (HAS_S3) bucket = await fillBucket();
});

afterAll(async () => {
  blockNode?.stop();
  await bucket?.close();
  await database?.end();
  await servers?.stop();
  await removeFolder(folder);
});

async function fillBucket(): Promise<S3Server> {
  const server = await startS3(path.join(folder, 's3'), ['network']);
  const store = new S3Store({
    provider: 's3',
    endpoint: server.url,
    region: null,
    bucket: 'network',
    prefix: 'streams',
    credentials: CREDENTIALS,
    requesterPays: false,
  });
  const signal = new AbortController().signal;
  for (const entry of await readdir(stream(), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const key = path.relative(stream(), file).split(path.sep).join('/');
    await store.put(key, await readFile(file), signal);
    // The test server lists a prefix only if an object is directly below it.
    for (let above = path.dirname(key); above !== '.'; above = path.dirname(above))
      await store.put(`${above}/.folder`, Buffer.from('1'), signal);
  }
  await store.close();
  return server;
}

const running: Tain[] = [];
const served: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of served.splice(0).reverse()) await end();
  for (const process of running.splice(0)) {
    process.child.kill('SIGTERM');
    await process.end();
  }
});

async function start(roles: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const process = new Tain(['start', '--roles', roles], { ...common, ...settings });
  running.push(process);
  return process.url();
}

/** Starts a query service without an ingest, in this process. */
async function serve(settings: Readonly<Record<string, string>>): Promise<string> {
  const config = readConfig({ ...common, TAIN_ROLES: 'api', ...settings });
  const log = pino({ level: 'silent' });
  const target = servers.primary;
  const reading = new ProcessServers(config, target, log, { apiProcesses: 1 });
  served.push(() => reading.close());
  const service = await startApiService({
    config,
    target,
    servers: await reading.open(),
    bytes: new ByteAccount(),
    writable: true,
    log,
    registry: new Registry(),
    processes: 1,
    port: 0,
    ingest: () => NO_INGEST,
    readiness: () => READY,
    callContract: undefined,
    traceTransaction: undefined,
  });
  served.push(() => service.stop());
  return service.url;
}

/** Valid proofs by their JSON, so that each is verified once: most sources return the same ones. */
const valid = new Map<string, string | null>();

/** Statuses of the proofs of a record file and of a block; proofs that are returned must hold. */
async function proofsAt(url: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const number of [1, CUTOVER + 1]) {
    const response = await fetch(`${url}/api/v1/blocks/${number}/proof`);
    statuses.push(response.status);
    const answer = await response.text();
    if (response.status !== 200) continue;
    if (!valid.has(answer)) valid.set(answer, (await verifyBlock(JSON.parse(answer), trust)).number);
    expect(valid.get(answer)).toBe(String(number));
  }
  return statuses;
}

const BOTH = [200, 200];

const inBucket = (): Record<string, string> => ({
  TAIN_BUCKET_NAME: 'network',
  TAIN_BUCKET_PREFIX: 'streams',
  TAIN_BLOCK_BUCKET_PREFIX: 'streams',
  TAIN_BUCKET_ENDPOINT: bucket?.url ?? '',
  TAIN_BUCKET_ACCESS_KEY: CREDENTIALS.accessKeyId,
  TAIN_BUCKET_SECRET_KEY: CREDENTIALS.secretAccessKey,
});

/** Settings of a query service apart from the ingest, and the statuses of its two proofs. */
const SOURCES: Readonly<Record<string, readonly [() => Record<string, string>, readonly number[]]>> = {
  'the followed folder': [() => ({ TAIN_STREAMS: stream() }), BOTH],
  'the archive alone': [() => ({ TAIN_ARCHIVE: archive() }), BOTH],
  'the archive, while the followed folder is missing': [
    () => ({ TAIN_ARCHIVE: archive(), TAIN_STREAMS: path.join(folder, 'nothing') }),
    BOTH,
  ],
  'the folder, while the archive is empty': [
    () => ({ TAIN_ARCHIVE: path.join(folder, 'data'), TAIN_STREAMS: stream() }),
    BOTH,
  ],
  // A block node has only blocks.
  'a named block node': [() => ({ TAIN_BLOCK_NODES: `grpc://127.0.0.1:${blockNode.port}` }), [410, 200]],
  'a registered block node': [() => ({ TAIN_BLOCK_NODES: 'registered' }), [410, 200]],
  'a block node that does not respond': [() => ({ TAIN_BLOCK_NODES: 'grpc://127.0.0.1:1' }), [503, 503]],
  nothing: [() => ({}), [404, 404]],
  'a bucket without the required credentials': [
    () => ({ TAIN_BUCKET_NAME: 'network', TAIN_BUCKET_REQUESTER_PAYS: 'on' }),
    [404, 404],
  ],
  ...(HAS_S3 && {
    'a bucket': [inBucket, BOTH],
    'a bucket of Google': [() => ({ ...inBucket(), TAIN_BUCKET_PROVIDER: 'gcs' }), BOTH],
    'an archive in a bucket': [
      () => ({
        TAIN_ARCHIVE: 's3://network/streams',
        TAIN_ARCHIVE_ENDPOINT: bucket?.url ?? '',
        TAIN_ARCHIVE_ACCESS_KEY: CREDENTIALS.accessKeyId,
        TAIN_ARCHIVE_SECRET_KEY: CREDENTIALS.secretAccessKey,
      }),
      BOTH,
    ],
    'the second of two buckets': [
      () => ({
        ...inBucket(),
        TAIN_BUCKET_ENDPOINT: 'http://127.0.0.1:1',
        TAIN_BUCKET_FALLBACKS: JSON.stringify([
          {
            endpoint: bucket?.url,
            accessKey: CREDENTIALS.accessKeyId,
            secretKey: CREDENTIALS.secretAccessKey,
          },
        ]),
      }),
      BOTH,
    ],
  }),
};

for (const [name, [settings, statuses]] of Object.entries(SOURCES))
  test(`a separate query service proves from ${name}`, async () => {
    if (name === 'a registered block node') {
      const api = (...apis: string[]) => ({
        block_node: { endpoint_apis: apis },
        ip_address: '127.0.0.1',
        port: blockNode.port,
        requires_tls: false,
      });
      await database.pool.query(
        `insert into registered_node (registered_node_id, created_timestamp, timestamp_range, type, deleted, service_endpoints)
         values (7, 1, '[1,)', '{1}', false, $1)`,
        [JSON.stringify([api('PUBLISH', 'STATUS', 'SUBSCRIBE_STREAM')])],
      );
    }
    const url = await serve(settings());
    expect(await proofsAt(url)).toEqual(statuses);
    const { features } = (await (await fetch(`${url}/api/v1/network/capabilities`)).json()) as {
      features: { proofs: { available: boolean } };
    };
    expect(features.proofs.available).toBe(statuses[0] !== 404);
  }, 120_000);

test('a service that also ingests, its standby, several processes and one that reads a replica prove, too', async () => {
  const source = { TAIN_STREAMS: stream() };
  // A busy machine refuses a proof that takes too long.
  const proves = (url: string) => expect.poll(() => proofsAt(url)).toEqual(BOTH);
  await proves(await start('ingest,api', source));
  const standby = await start('ingest,api', { ...source, TAIN_DATA_DIR: path.join(folder, 'standby') });
  await running.at(-1)?.waitFor(/standby|stands by|takes over/i);
  await proves(standby);
  await proves(await start('api', { ...source, TAIN_API_PROCESSES: '2' }));
  const [replica] = servers.replicas;
  if (!replica) throw new Error('no replica');
  const read = { ...source, TAIN_READ_DATABASE_URLS: databaseUrl({ target: replica.target }) };
  await proves(await serve(read));
});

test('proofs come from the archive when the stream is removed, and end with it', async () => {
  const copies = path.join(folder, 'kept');
  const followed = path.join(folder, 'followed');
  await cp(archive(), copies, { recursive: true });
  await cp(stream(), followed, { recursive: true });
  const url = await serve({ TAIN_ARCHIVE: copies, TAIN_STREAMS: followed });
  const proof = async (number: number) => (await fetch(`${url}/api/v1/blocks/${number}/proof`)).status;
  for (const each of await readdir(followed)) await rm(path.join(followed, each), { recursive: true });
  expect(await proofsAt(url)).toEqual(BOTH);
  const proofs = async () => [await proof(0), await proof(CUTOVER + 2)];
  // Removed files are reported as 410. A folder without any file counts as not mounted.
  for (const each of await readdir(copies, { recursive: true, withFileTypes: true })) {
    if (each.isFile()) await rm(path.join(each.parentPath, each.name));
  }
  await expect.poll(proofs).toEqual([410, 410]);
  for (const each of await readdir(copies)) await rm(path.join(copies, each), { recursive: true });
  await expect.poll(proofs).toEqual([503, 503]);
}, 120_000);
