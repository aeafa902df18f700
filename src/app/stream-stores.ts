import path from 'node:path';
import type { RecordLayout } from '../ingest/source/record-layout.ts';
import { openFolderStore } from '../ingest/store/folder-store.ts';
import type { ObjectStore } from '../ingest/store/object-store.ts';

/** Where the files of a network are. */
export interface StreamStores {
  /** Record files and balance files. */
  readonly records: ObjectStore;
  /** Blocks; may be the same store. */
  readonly blocks: ObjectStore;
  /** Where an address book may lie that comes with the stream: the first one that has it counts. */
  readonly books: readonly ObjectStore[];
  readonly layout: RecordLayout;
  close(): Promise<void>;
}

/** Everything in one folder. `watch`: new files are noticed at once. Throws `StreamFileError` when it is no folder. */
export async function openStreamFolder(folder: string, watch: boolean): Promise<StreamStores> {
  const store = await openFolderStore(folder, { watch });
  const beside = await openFolderStore(path.resolve(folder, '..'));
  return {
    records: store,
    blocks: store,
    books: [store, beside],
    layout: { pathType: 'AUTO', network: null },
    async close() {
      await store.close();
      await beside.close();
    },
  };
}
