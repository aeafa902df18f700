import path from 'node:path';

/** Returns the path of a file or folder that all workers of a run share. The global setup removes it after the run. */
export function runFile(name: string): string {
  const folder = process.env.TAIN_TEST_FILES;
  if (folder === undefined) throw new Error('The global setup has not run');
  return path.join(folder, name);
}
