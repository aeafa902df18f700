import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';

/** The contents of a data folder. A folder with anything else in it belongs to somebody, and its mode stays. */
const OURS =
  /^(postgres(\.new-\w+|\.log(\.\w+)*|-(hba|ident)\.conf(\.new)?)?|programs-[\w.-]+|run|elsewhere|demo(-(control|snapshots|(new|old)-[0-9a-f]{16}))?|status\.json(\.new)?)$/;

/**
 * Makes a data folder that only this user can enter, or closes one that others can enter if it holds only
 * what Tain made. Throws `Failure` when it cannot be made, or when other users can write to it: they could
 * put a database of their own there.
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    // The folders above it get the user's usual mode.
    await mkdir(path.dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const message = `The folder ${dataDir} (TAIN_DATA_DIR) cannot be made: ${(cause as Error).message}.`;
    throw new Failure('usage', message, { cause });
  }
  const { mode, uid } = await stat(dataDir);
  const me = process.getuid?.();
  if (me === undefined) return;
  const isOurs = uid === me && (await readdir(dataDir)).every((name) => OURS.test(name));
  // Rights of the group stay as they are for root: PostgreSQL's own group passes the folder.
  const most = me === 0 ? 0o710 : 0o700;
  if (isOurs) await chmod(dataDir, mode & most);
  else if ((mode & 0o022) !== 0) {
    throw new Failure(
      'usage',
      `Other users can write to ${dataDir} (TAIN_DATA_DIR), which holds other things, too: choose a folder of its own.`,
    );
  }
}
