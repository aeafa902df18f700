import { onTestFinished } from 'vitest';
import { makeFolder } from './stream-writer.ts';

/** Creates a folder, and removes it when the current test has ended. */
export async function newRoot(): Promise<string> {
  const { path, remove } = await makeFolder();
  onTestFinished(remove);
  return path;
}
