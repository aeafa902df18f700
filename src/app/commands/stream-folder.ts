import { stat } from 'node:fs/promises';
import { Failure } from '../../kernel/failure.ts';

/** Throws `Failure` when there is no such folder: stream files are only read from folders. */
export async function verifyIsFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found === null) throw new Failure('usage', `There is no folder ${folder}.`);
  if (!found.isDirectory()) throw new Failure('usage', `${folder} is a file: name the folder it lies in.`);
}
