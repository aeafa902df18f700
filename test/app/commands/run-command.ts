import { setMaxListeners } from 'node:events';
import { vi } from 'vitest';
import { runCommandLine } from '../../../src/app/commands/command-line.ts';
import { copyDataFolder, type Finished, withoutProgress } from './tain.ts';

// Each command adds listeners to the standard streams.
setMaxListeners(0, process.stdout, process.stderr);

/** The last command; the next one waits for it, because both would write to the same streams. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, for cases whose subject is not the process: a new one takes most of a CPU second to
 * load the program. The command gets only the given settings, as `tain` passes them.
 */
export function runCommand(
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const run = last.then(() => capture(words, settings));
  last = run.catch(() => undefined);
  return run;
}

async function capture(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Finished> {
  // Restarts the pool of keys (`rsa-keys.js`), so that the command gets the keys that a new process would get.
  (globalThis as { [key: symbol]: (() => void) | undefined })[Symbol.for('tain: keys from the first')]?.();
  copyDataFolder(words, settings);
  const output = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      output[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    }),
  );
  try {
    const env = { TAIN_OPEN_PARENTS: 'on', ...settings };
    const code = await runCommandLine(words, { env, stop: () => new AbortController().signal });
    return { code, stdout: output.stdout, stderr: withoutProgress(output.stderr) };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
