import { readdir, readFile } from 'node:fs/promises';

/** Memory of a program in megabytes. */
export interface Memory {
  /** Memory of the program itself. */
  readonly own: number;
  /** Memory with all child processes, shared pages counted once (Linux: proportional set sizes). */
  readonly whole: number;
}

/** Returns the memory of a process and its descendants; null when `/proc` does not have it. */
export async function memoryOf(pid: number): Promise<Memory | null> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const parent = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isOf = (one: number | undefined): boolean =>
    one !== undefined && (one === pid || isOf(parents.get(one)));
  let whole = 0;
  for (const one of parents.keys()) if (isOf(one)) whole += (await sizeOf(one, 'smaps_rollup', 'Pss')) ?? 0;
  const own = await sizeOf(pid, 'status', 'VmRSS');
  return own === null ? null : { own, whole };
}

async function sizeOf(pid: number, file: string, field: string): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}
