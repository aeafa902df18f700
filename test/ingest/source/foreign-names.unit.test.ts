import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../src/ingest/source/record-source.ts';
import { MemoryStore } from '../store/memory-store.ts';

const { signal } = new AbortController();
const BLOCK = '0000/0000/0000/0000/007.blk.zstd';
const FOREIGN =
  /has neither folders of nodes nor blocks, but backup\/, logs\/, old-mainnet\/ and others: check the name and prefix/;

function folders(...keys: string[]) {
  const store = new MemoryStore();
  for (const key of keys) store.put(key, 'x');
  return { store, source: openRecords(store, undefined, true) };
}

describe('a bucket without folders of nodes', () => {
  it('is a failure of the source when it has only other names, until it gets a folder of a node', async () => {
    const { store, source } = folders('backup/a', 'logs/b', 'old-mainnet/recordings/c', 'site/d');
    await expect(source.nodeFolders(signal)).rejects.toThrow(FOREIGN);
    store.put('recordstreams/record0.0.3/2026-01-01T00_00_00.000000000Z.rcd.gz', 'x');
    expect(await source.nodeFolders(signal)).toMatchObject([{ key: 'record0.0.3' }]);
  });

  it.each([
    ['it is empty', []],
    ['it has files beside the streams', ['address_book.bin', 'README']],
    ['it has the folder of the layout', ['recordstreams/README', 'logs/b']],
    ['it has blocks', [BLOCK]],
    ['it has blocks of a network', [`other/block/${BLOCK}`, 'logs/b']],
  ])('waits for streams while %s', async (_, keys) => {
    expect(await folders(...keys).source.nodeFolders(signal)).toEqual([]);
  });
});
