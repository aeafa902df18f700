import { readFile } from 'node:fs/promises';

/** Identifies a process of this machine beyond its process id, which the system reuses (known on Linux only). */
export interface ProcessIdentity {
  readonly pid: number;
  /** Boot of the machine and start time of the process; empty when the system does not report them. */
  readonly began: string;
}

/** Differs from a `SharedRead`, because it never changes and cannot fail. */
let own: Promise<ProcessIdentity> | undefined;

export function thisProcess(): Promise<ProcessIdentity> {
  own ??= beginningOf(process.pid).then((began) => ({ pid: process.pid, began: began ?? '' }));
  return own;
}

/** Returns whether a process still runs. */
export async function isAlive({ pid, began }: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = await beginningOf(pid);
  return now === null || began === '' || now === began;
}

/** Returns when a process began; null when that cannot be known. */
async function beginningOf(pid: number): Promise<string | null> {
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The program's name, in brackets, may contain anything.
    const start = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[19];
    return start === undefined ? null : `${boot.trim()} ${start}`;
  } catch {
    return null;
  }
}

/** Parses the identity of a process; returns null for any other value. */
export function parseProcessIdentity(value: unknown): ProcessIdentity | null {
  const { pid, began } = (value ?? {}) as { pid?: unknown; began?: unknown };
  const isPid = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0;
  return isPid && typeof began === 'string' ? { pid, began } : null;
}
