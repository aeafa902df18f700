import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chooseIdentity } from '../../src/db/embedded-identity.ts';

// Only root has to give itself up; for everybody else there is nothing to choose.
test.skipIf(process.getuid?.() !== 0)(
  'root reaches programs in a folder that only root may pass',
  async () => {
    const closed = await mkdtemp(path.join(os.tmpdir(), 'tain-identity-'));
    try {
      const file = path.join(closed, 'program');
      await writeFile(file, '#!/bin/sh\nid -u\n', { mode: 0o755 });
      const { prefix, uid, gid } = await chooseIdentity(closed, [file]);
      const options = uid === undefined ? {} : { uid, gid: gid as number };
      // access(2), as initdb asks about postgres, and then the run itself.
      const [command, ...rest] = [...prefix, 'sh', '-c', `test -x ${file} && ${file}`];
      const { status, stdout } = spawnSync(command as string, rest, { ...options, encoding: 'utf8' });
      expect(status).toBe(0);
      expect(Number(stdout)).toBeGreaterThan(0);
    } finally {
      await rm(closed, { recursive: true, force: true });
    }
  },
);
