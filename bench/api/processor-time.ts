import { readdir, readFile } from 'node:fs/promises';

/** Returns the milliseconds of processor time of a process, its threads included (Linux; elsewhere null). */
export async function processorTime(pid: number | undefined): Promise<number | null> {
  const fields = await statOf(pid);
  return fields === null ? null : timeOf(fields, [11, 12]);
}

/** Returns the processor time of a process's main thread. */
export async function mainThreadTime(pid: number | undefined): Promise<number | null> {
  const fields = await statOf(pid, `task/${pid}/`);
  return fields === null ? null : timeOf(fields, [11, 12]);
}

/**
 * Returns the processor time of a PostgreSQL server: of its postmaster, its child processes, and the children that
 * have ended.
 */
export async function serverTime(postmaster: number): Promise<number | null> {
  const own = await statOf(postmaster);
  if (own === null) return null;
  let time = timeOf(own, [11, 12, 13, 14]);
  for (const name of await readdir('/proc')) {
    const fields = /^\d+$/.test(name) ? await statOf(Number(name)) : null;
    if (Number(fields?.[1]) === postmaster) time += timeOf(fields ?? [], [11, 12]);
  }
  return time;
}

/** Returns the fields of `/proc/PID/stat` after the name: first the state, then the parent. */
async function statOf(pid: number | undefined, thread = ''): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/${thread}stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(') ') + 2).match(/\S+/g);
}

/** Sums fields of `/proc/PID/stat`, which are in ticks of 10 ms. */
function timeOf(fields: readonly string[], at: readonly number[]): number {
  return at.reduce((sum, index) => sum + Number(fields[index]) * 10, 0);
}
