import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { type BucketServiceName, payerOf } from '../../../src/ingest/store/bucket-services.ts';
import {
  type BucketLocation,
  openStore,
  openWritable,
  pollsCost,
  STORE_KINDS,
  type StoreLocation,
} from '../../../src/ingest/store/store-kinds.ts';

const { signal } = new AbortController();
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-kinds-'));
  folders.push(folder);
  return folder;
}

const bucket = <Kind extends BucketServiceName>(kind: Kind): BucketLocation<Kind> => ({
  kind,
  endpoint: null,
  region: null,
  bucket: 'streams',
  prefix: 'below',
  credentials: null,
  requesterPays: false,
});

it('a folder is read and written; a poll of it is free', async () => {
  const folder = { kind: 'folder', path: await newFolder() } as const;
  const archive = await openWritable(folder);
  await archive.put('a/b', Buffer.from('bytes'), signal);
  const store = await openStore(folder);
  expect(Buffer.from(await store.get('a/b', 10, signal)).toString()).toBe('bytes');
  expect(pollsCost(folder)).toBe(false);
  await archive.close();
  await store.close();
});

it('a bucket is named by its service, and polled', async () => {
  for (const [kind, name] of [
    ['s3', 's3://streams/below/'],
    ['gcs', 'gs://streams/below/'],
  ] as const) {
    const store = await openStore(bucket(kind) as StoreLocation);
    expect(store.name).toBe(name);
    await store.close();
    expect(pollsCost(bucket(kind) as StoreLocation)).toBe(true);
  }
});

it('several locations form one store that tries them in order, and costs as much as the most expensive one', async () => {
  const [first, second] = [await newFolder(), await newFolder()];
  const other = await openWritable({ kind: 'folder', path: second });
  await other.put('only-there', Buffer.from('copy'), signal);
  await other.close();
  const folders = [first, second].map((at) => ({ kind: 'folder', path: at }) as const);
  const store = await openStore({ kind: 'several', locations: folders });
  expect(Buffer.from(await store.get('only-there', 10, signal)).toString()).toBe('copy');
  await expect(store.get('nowhere', 10, signal)).rejects.toBeInstanceOf(StreamFileError);
  await store.close();
  expect(pollsCost({ kind: 'several', locations: folders })).toBe(false);
  expect(pollsCost({ kind: 'several', locations: [...folders, bucket('gcs')] })).toBe(true);
});

it('each kind declares whether it is writable, and whether polls cost', () => {
  const isWritable = Object.entries(STORE_KINDS).map(([kind, { openWritable: opens }]) => [
    kind,
    opens !== null,
  ]);
  expect(isWritable).toEqual([
    ['folder', true],
    ['s3', true],
    ['gcs', false],
    ['several', false],
  ]);
  const project = 'p';
  expect(payerOf('s3', { pays: true, project })).toBe(true);
  expect(payerOf('s3', { pays: false, project })).toBe(false);
  expect(payerOf('gcs', { pays: false, project })).toBe('p');
  expect(payerOf('gcs', { pays: true, project: null })).toBe(false);
});
