import { constants, copyFile, lstat, rename, rm, stat, truncate } from 'node:fs/promises';

/* PostgreSQL's own collector would be one more process, and its rotation by size never overwrites a file. */

/** Size at which a log is rotated. It holds months of warnings, and does not fill a small disk. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;
/** Interval of size checks. */
const CHECK_INTERVAL_MS = 60_000;

/**
 * Rotates a log file larger than `max` bytes: copies it to `<file>.1`, replacing the previous copy, and empties it in
 * place. A process that has it open for appending continues at the start. Does not throw: a log that cannot be
 * rotated (a full disk, another user's file) continues to grow.
 */
export async function cutLog(file: string, max = MAX_LOG_BYTES): Promise<void> {
  const copy = `${file}.${process.pid}`;
  try {
    // For a link `lstat` returns the link's own size, so its target, which is not ours, is not rotated.
    if ((await lstat(file)).size <= max) return;
    // The file is copied, not renamed, because the server has it open and would continue to write to the renamed file.
    await copyFile(file, copy, constants.COPYFILE_EXCL);
    // Another process may have rotated it a moment earlier: then its copy stays.
    if ((await stat(copy)).size > max) {
      await rename(copy, `${file}.1`);
      await truncate(file);
    }
  } catch {
    // The next check may succeed.
  } finally {
    await rm(copy, { force: true }).catch(() => undefined);
  }
}

/** Rotates a log until stopped: at most two files, each hardly longer than `max` bytes. */
export function rotateLog(
  file: string,
  {
    max = MAX_LOG_BYTES,
    everyMs = CHECK_INTERVAL_MS,
  }: { readonly max?: number; readonly everyMs?: number } = {},
): { stop(): void } {
  let timer: NodeJS.Timeout;
  const next = (): void => {
    timer = setTimeout(() => void cutLog(file, max).then(() => stopped || next()), everyMs).unref();
  };
  let stopped = false;
  next();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
