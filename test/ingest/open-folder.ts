import type { RecordLayout } from '../../src/ingest/source/record-layout.ts';
import { openRecords } from '../../src/ingest/source/record-source.ts';
import type { StreamSource } from '../../src/ingest/source/stream-source.ts';
import { type FolderStoreOptions, openFolderStore } from '../../src/ingest/store/folder-store.ts';

/** Opens the record streams in a folder, with the store below them. */
export async function openFolder(
  path: string,
  options: FolderStoreOptions = {},
  layout?: RecordLayout,
): Promise<StreamSource & { close(): Promise<void> }> {
  const store = await openFolderStore(path, options);
  return Object.assign(openRecords(store, layout), { close: () => store.close() });
}
