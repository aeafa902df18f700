import { access, chmod, constants, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { ifMissing, isMissing } from '../../kernel/missing.ts';

/** Names of our entries in a data folder. The mode of a folder with any other entry is not changed. */
const OURS =
  /^(postgres(\.new-\w+|\.log(\.\w+)*|-(hba|ident)\.conf(\.\w+)?(\.new)?)?|programs-[\w.-]+|run|elsewhere|local-network\.json|owner\.lock|demo(-(control|snapshots|(new|old)-[0-9a-f]{16}))?|status\.json(\.\w+)?(\.new)?)$/;

/** Failure for a data folder of another user, who could redirect this process by links there. */
export class ForeignFolder extends Failure {}

/**
 * Creates a data folder that only this user can enter, or closes one that others can enter if it holds only files of
 * Tain. Throws `Failure` when it cannot be created or written, or when other users can write to it, because they could put
 * their own database there. Throws `ForeignFolder` when it, or a link in it, belongs to another user and this process runs
 * as root, which may write wherever a link leads.
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    // Parent folders get the user's usual mode.
    await mkdir(path.dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const message = `The folder ${dataDir} (TAIN_DATA_DIR) cannot be made: ${(cause as Error).message}.`;
    throw new Failure('usage', message, { cause });
  }
  const { mode, uid } = await stat(dataDir);
  const me = process.getuid?.();
  if (me === undefined) return;
  if (me === 0) await refuseForeign(dataDir, uid);
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: Error) => {
    const message = `The folder ${dataDir} (TAIN_DATA_DIR) of user id ${uid} cannot be used: ${cause.message}.`;
    throw new Failure('usage', message, { cause });
  });
  const isOurs = uid === me && (await readdir(dataDir)).every((name) => OURS.test(name));
  // The group of PostgreSQL's user may enter root's data folder.
  const max = me === 0 ? 0o710 : 0o700;
  if (isOurs) await chmod(dataDir, mode & max);
  else if ((mode & 0o022) !== 0) {
    throw new Failure(
      'usage',
      `Other users can write to ${dataDir} (TAIN_DATA_DIR), which also contains other files: choose a dedicated folder.`,
    );
  }
}

/** Throws `Failure` when a data folder, which may not exist, has neither a database nor a link to one. */
export async function requireDatabase(dataDir: string): Promise<void> {
  const has = (name: string): Promise<boolean> =>
    lstat(path.join(dataDir, name)).then(
      () => true,
      (error: unknown) => !isMissing(error),
    );
  if ((await has('postgres')) || (await has('elsewhere'))) return;
  throw new Failure(
    'usage',
    `There is no database in ${dataDir} (TAIN_DATA_DIR), and DATABASE_URL is not set.`,
  );
}

/** Throws `ForeignFolder` unless a folder, whose owner is `uid`, and the links in it are root's. */
async function refuseForeign(dataDir: string, uid: number): Promise<void> {
  if (uid !== 0) {
    throw new ForeignFolder(
      'usage',
      `The folder ${dataDir} (TAIN_DATA_DIR) belongs to user id ${uid}, who could have root write anywhere by a link in it: run \`chown root ${quoted(dataDir)}\`, or start tain as that user.`,
    );
  }
  for (const name of await readdir(dataDir)) {
    const file = path.join(dataDir, name);
    const entry = await lstat(file).catch(ifMissing(null));
    if (entry === null || !entry.isSymbolicLink() || entry.uid === 0) continue;
    throw new ForeignFolder(
      'usage',
      `The link ${file} in TAIN_DATA_DIR belongs to user id ${entry.uid}, who could have root write anywhere by it: run \`rm ${quoted(file)}\`.`,
    );
  }
}

/** Quotes a word for a shell. */
function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
