import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Timeout of downloading Debian's package of 19 MB. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

/**
 * Returns the path of promtool, Prometheus's tester of rules: installed, or unpacked from Debian's package, which is downloaded
 * once into `/var/tmp`. Returns null, with a line on stderr, if neither is available.
 */
export async function findPromtool(): Promise<string | null> {
  if (await works('promtool')) return 'promtool';
  const cached = path.join('/var/tmp', `tain-promtool-${os.userInfo().uid}`);
  const unpacked = path.join(cached, 'usr', 'bin', 'promtool');
  if (existsSync(unpacked) && (await works(unpacked))) return unpacked;
  const folder = await mkdtemp('/var/tmp/tain-promtool-new-');
  try {
    await fetchPackage(folder);
    const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
    if (archive === undefined) throw new Error('nothing was fetched');
    const into = path.join(folder, 'unpacked');
    await mkdir(into, { mode: 0o700 });
    await run('dpkg-deb', ['-x', path.join(folder, archive), into]);
    await rm(cached, { recursive: true, force: true });
    await rename(into, cached);
    return (await works(unpacked)) ? unpacked : null;
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    process.stderr.write(`alarms not tested: no promtool (apt-get install prometheus): ${reason}\n`);
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function works(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  );
}

async function fetchPackage(cwd: string): Promise<void> {
  const options = { cwd, timeout: DOWNLOAD_TIMEOUT_MS };
  const download = () => run('apt-get', ['download', 'prometheus'], options);
  // A fresh machine has no package lists, and only root can update them.
  await download().catch(async () => {
    await run('apt-get', ['update'], options);
    await download();
  });
}
