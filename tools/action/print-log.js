import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Prints the last lines of a file as a group of the job's log. The runner takes none of them as a command. */
export function printLog(file, count) {
  if (!existsSync(file) || !(count > 0)) return;
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count);
  const token = randomUUID();
  console.log(`::group::${file}\n::stop-commands::${token}`);
  for (const line of lines) console.log(line);
  console.log(`::${token}::\n::endgroup::`);
}
