import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase, databaseUrl } from '../../database.ts';
import { removeFolder } from '../../remove-folder.ts';
import { Tain } from './tain.ts';

/** Returns the ids of the query service processes that a program started. */
function processesOf(tain: Tain): number[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return [...text.matchAll(/^\s*(\d+)\s+(\d+)\s.*api-processes/gm)]
    .filter(([, , parent]) => Number(parent) === tain.child.pid)
    .map(([, pid]) => Number(pid));
}

test('an unresponsive process is killed and replaced', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-silent-process-'));
  const db = await createTestDatabase();
  const tain = new Tain(['start', '--roles', 'api'], {
    DATABASE_URL: databaseUrl(db),
    TAIN_DATA_DIR: folder,
    TAIN_PORT: '0',
    TAIN_API_PROCESSES: '2',
  });
  try {
    await tain.url();
    const [silent = 0, other = 0] = processesOf(tain);
    process.kill(silent, 'SIGSTOP');
    await tain.waitFor(
      `The process of the query service with pid ${silent} does not respond: it is terminated`,
      120_000,
    );
    await expect.poll(() => processesOf(tain).length).toBe(2);
    expect(processesOf(tain)).toContain(other);
    expect(processesOf(tain)).not.toContain(silent);
    expect((await tain.stop()).code).toBe(0);
  } finally {
    if (tain.child.exitCode === null) await tain.stop('SIGKILL');
    await db.drop();
    await removeFolder(folder);
  }
});
