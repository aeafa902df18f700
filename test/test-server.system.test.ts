import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';

test('a run that exits early removes its server and its folder', async () => {
  const module = new URL('database.ts', import.meta.url).href;
  const script = `
    const { startTestServer } = await import(${JSON.stringify(module)});
    const { server } = await startTestServer();
    const { readFileSync } = await import('node:fs');
    const folder = server.host.replace(/\\/run$/, '');
    console.log(readFileSync(folder + '/postgres/postmaster.pid', 'utf8').split('\\n')[0] + ' ' + folder);
    process.exit(3);`;
  const child = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(child.status, child.stderr).toBe(3);
  const [pid = '', folder = ''] = child.stdout.trim().split(' ');
  expect(path.basename(folder)).toMatch(/^tain-test-/);
  expect(existsSync(folder)).toBe(false);
  const command = (): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  };
  await vi.waitFor(() => expect(command()).not.toContain(folder), { timeout: 120_000, interval: 100 });
});
