import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './dockerfile.ts';

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd)
  process.stderr.write('the unit is not verified: no systemd-analyze (apt-get install systemd)\n');

test.skipIf(!hasSystemd)('systemd knows each line of the unit, which exposes little', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tain-unit-'));
  try {
    const file = path.join(folder, 'tain.service');
    const unit = readFileSync(new URL('deploy/systemd/tain.service', ROOT), 'utf8');
    writeFileSync(file, unit.replace('/usr/local/bin/tain', process.execPath));
    const analyze = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' });
      return { status, stdout, stderr };
    };
    expect(analyze('verify')).toEqual({ status: 0, stdout: '', stderr: '' });
    const { stdout } = analyze('security', '--offline=true');
    const [, exposure] = /Overall exposure level for tain.service: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
