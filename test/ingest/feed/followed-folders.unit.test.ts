import { expect, test } from 'vitest';
import type { AddressBook } from '../../../src/ingest/decode/address-book.ts';
import { followedFolders } from '../../../src/ingest/feed/followed-folders.ts';
import type { NodeFolder } from '../../../src/ingest/source/stream-source.ts';

const byAccount = (num: number): NodeFolder => ({
  key: `record0.0.${num}`,
  accountId: BigInt(num),
  nodeId: null,
  network: null,
});
const byId = (shard: number, id: number): NodeFolder => ({
  key: `${shard}/${id}/record`,
  accountId: null,
  nodeId: BigInt(id),
  network: null,
});
type Nodes = AddressBook['entries'];
const nodes = [3, 4, 5].map((num) => ({
  nodeId: BigInt(num - 3),
  nodeAccountId: BigInt(num),
})) as unknown as Nodes;
const strangers = (count: number): NodeFolder[] =>
  Array.from({ length: count }, (_, i) => byAccount(1_000 + i));
const keysOf = (folders: readonly NodeFolder[]): string[] =>
  followedFolders(folders, () => nodes).map(({ key }) => key);

test('few folders are all followed, without a look at the book', () => {
  const folders = strangers(200);
  const unasked = (): Nodes => {
    throw new Error('not needed');
  };
  expect(followedFolders(folders, unasked)).toBe(folders);
});

test('folders of the nodes come first among many, and 200 are followed in all', () => {
  const keys = keysOf([...strangers(20_000), byAccount(3), byId(0, 1), byAccount(5), byId(0, 2), byId(0, 7)]);
  expect(keys.slice(0, 4)).toEqual(['record0.0.3', '0/1/record', 'record0.0.5', '0/2/record']);
  expect(keys).toHaveLength(200);
  expect(keys[4]).toBe('record0.0.1000');
});

test('a node has at most four folders before those of strangers', () => {
  const keys = keysOf([...Array.from({ length: 1_000 }, (_, shard) => byId(shard, 0)), byAccount(4)]);
  expect(keys.slice(0, 6)).toEqual([
    '0/0/record',
    '1/0/record',
    '2/0/record',
    '3/0/record',
    'record0.0.4',
    '4/0/record',
  ]);
  expect(keys).toHaveLength(200);
});

test('folders of all nodes are followed, however many there are', () => {
  const large = Array.from({ length: 300 }, (_, i) => ({
    nodeId: BigInt(i),
    nodeAccountId: BigInt(1_000 + i),
  })) as unknown as Nodes;
  expect(followedFolders([...strangers(300), byAccount(1)], () => large)).toHaveLength(300);
});
