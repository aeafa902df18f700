import type { StreamSource } from './stream-source.ts';

export interface OpenFolderOptions {
  /** Notices new files at once (inotify and its like) rather than by listing again. Default false. */
  readonly watch?: boolean;
}

/**
 * A folder of record streams as a source: account-id layout (with or without `recordstreams/`),
 * node-id layout (HIP-679), day folders at any level, and any mix of them. The folder may be empty
 * or not exist yet. Throws `StreamFileError` when `path` is no folder.
 */
export async function openFolder(path: string, options: OpenFolderOptions = {}): Promise<StreamSource> {
  throw new Error(`not yet: ${path} ${options.watch}`);
}
