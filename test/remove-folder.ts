import { rm } from 'node:fs/promises';

/** Removes a folder of a test. An embedded server may still write into it for a while after its `tain` has ended. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}
