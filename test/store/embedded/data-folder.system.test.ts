import { chmod, chown, lchown, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ForeignFolder, makeDataFolder } from '../../../src/store/embedded/data-folder.ts';
import { closedFolders } from '../../../src/store/embedded/identity.ts';
import { Tain, tain } from '../../app/commands/tain.ts';

const OTHER_USER = 60_601;

let base: string;
let dataDir: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'tain-data-'));
  dataDir = path.join(base, 'data');
  await mkdir(dataDir, { mode: 0o755 });
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe.skipIf(process.getuid?.() !== 0)('root', () => {
  test('refuses the data folder of another user, also beside a database of its own', async () => {
    await chown(dataDir, OTHER_USER, OTHER_USER);
    const sentence = `The folder ${dataDir} (TAIN_DATA_DIR) belongs to user id ${OTHER_USER}, who could have root write anywhere by a link in it: run \`chown root ${dataDir}\`, or start tain as that user.`;
    await expect(makeDataFolder(dataDir)).rejects.toThrow(new ForeignFolder('usage', sentence));
    for (const settings of [{}, { DATABASE_URL: 'postgres://127.0.0.1:9/none' }]) {
      const refused = await tain(['start', '--roles', 'status'], { TAIN_DATA_DIR: dataDir, ...settings });
      expect([refused.code, refused.stderr]).toEqual([2, `tain: ${sentence}\n`]);
    }
    await chown(dataDir, 0, 0);
    await makeDataFolder(dataDir);
  });

  test('is named to another user, whose commands cannot use its data folder', async ({ skip }) => {
    const node = await closedFolders(process.execPath, { uid: OTHER_USER, gid: OTHER_USER });
    skip(node.length > 0, `user ${OTHER_USER} cannot enter ${node[0]} to run node`);
    await chmod(base, 0o755);
    await mkdir(path.join(dataDir, 'postgres'));
    const user = { uid: OTHER_USER, gid: OTHER_USER };
    for (const args of [['start'], ['roles'], ['demo', 'save', 'x']]) {
      const refused = await new Tain(args, { TAIN_DATA_DIR: dataDir }, undefined, undefined, user).end();
      expect([refused.code, refused.stderr]).toEqual([
        2,
        `tain: The folder ${dataDir} (TAIN_DATA_DIR) of user id 0 cannot be used: EACCES: permission denied, access '${dataDir}'.\n`,
      ]);
    }
  });

  test('refuses a link of another user in its data folder', async () => {
    const target = path.join(base, "it's");
    await writeFile(target, 'precious');
    await chmod(target, 0o600);
    const link = path.join(dataDir, 'status.json.new');
    await symlink(target, link);
    await lchown(link, OTHER_USER, OTHER_USER);
    await expect(makeDataFolder(dataDir)).rejects.toThrow(
      `The link ${link} in TAIN_DATA_DIR belongs to user id ${OTHER_USER}, who could have root write anywhere by it: run \`rm ${link}\`.`,
    );
    await rm(link);
    await makeDataFolder(dataDir);
    expect(await readFile(target, 'utf8')).toBe('precious');
  });

  test('prints a folder quoted for a shell', async () => {
    const spaced = path.join(base, "it's here");
    await mkdir(spaced);
    await chown(spaced, OTHER_USER, OTHER_USER);
    await expect(makeDataFolder(spaced)).rejects.toThrow(`chown root '${base}/it'\\''s here'`);
  });
});
