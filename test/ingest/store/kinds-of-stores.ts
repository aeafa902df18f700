import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import type { ObjectStore } from '../../../src/ingest/store/object-store.ts';
import { MemoryStore } from './memory-store.ts';

/** A store whose objects have their key as content, and a function that removes it. */
export interface TestStore {
  readonly store: ObjectStore;
  put(key: string): Promise<void>;
  remove(): Promise<void>;
}

/** Kinds of stores with which the same tests run. */
export const KINDS: readonly (readonly [string, (keys: readonly string[]) => Promise<TestStore>])[] = [
  [
    'folder',
    async (keys) => {
      const root = await mkdtemp(join(tmpdir(), 'tain-store-'));
      const put = async (key: string): Promise<void> => {
        await mkdir(dirname(join(root, key)), { recursive: true });
        await writeFile(join(root, key), key);
      };
      for (const key of keys) await put(key);
      const store = await openFolderStore(root);
      return {
        store,
        put,
        async remove() {
          await store.close();
          await rm(root, { recursive: true });
        },
      };
    },
  ],
  [
    'memory',
    async (keys) => {
      const store = new MemoryStore();
      // Small pages, so that every table tests results of two pages.
      store.page = 2;
      for (const key of keys) store.put(key, key);
      return { store, put: async (key) => store.put(key, key), remove: async () => undefined };
    },
  ],
];
