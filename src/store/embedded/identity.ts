import { createHash } from 'node:crypto';
import { chmod, chown, lchown, readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { ifMissing } from '../../kernel/missing.ts';

/** User that runs PostgreSQL's programs; empty for our own. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

/** User other than our own. */
export interface OtherIdentity {
  readonly uid: number;
  readonly gid: number;
}

/**
 * First of the ids that are used as user and group without an account: the gap in systemd's table of ids ("UIDs, GIDs
 * on systemd systems", 60578 to 61183), below 65536 so that containers have them, too.
 */
const FIRST_ID = 60_578;
const IDS = 606;

/**
 * Chooses the user that runs a data folder's server. PostgreSQL refuses to run as root, so root gives it a separate id,
 * derived from the folder's path: no user has it, and no other program runs with it. User `nobody` is shared by all programs
 * without a user, and `postgres` with a system server: each could read the cluster, or be read by its server.
 */
export async function chooseIdentity(dataDir: string): Promise<Identity> {
  if (process.getuid?.() !== 0) return {};
  const taken = new Set([...(await idsIn('/etc/passwd')), ...(await idsIn('/etc/group'))]);
  const hash = createHash('sha256').update(dataDir).digest().readUInt32BE(0);
  for (let n = 0; n < IDS; n += 1) {
    const id = FIRST_ID + ((hash + n) % IDS);
    if (!taken.has(id)) return { uid: id, gid: id };
  }
  throw new Failure(
    'database',
    `PostgreSQL cannot run as root, and all user ids from ${FIRST_ID} to ${FIRST_ID + IDS - 1} are taken: run tain as another user, or set DATABASE_URL.`,
  );
}

export function isOther(identity: Identity): identity is OtherIdentity {
  return identity.uid !== undefined;
}

/** Reads the ids in a file like /etc/passwd. */
async function idsIn(file: string): Promise<number[]> {
  return (await entriesOf(file)).map(([, , id]) => Number(id));
}

async function entriesOf(file: string): Promise<string[][]> {
  const text = await readFile(file, 'utf8').catch(ifMissing(''));
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(':'));
}

/**
 * Returns the user that creates the cluster. `initdb` requires a user with a name, so root uses an existing one while
 * it runs. The server's group stays: it alone may enter the data folder, and it prevents other processes of that user
 * from tracing this one.
 */
export async function makerOf(identity: Identity): Promise<Identity> {
  if (!isOther(identity)) return identity;
  const users = (await entriesOf('/etc/passwd')).filter(([, , uid]) => Number(uid) > 0);
  const user = users.find(([name]) => name === 'nobody') ?? users[0];
  if (user === undefined) {
    throw new Failure('database', 'PostgreSQL cannot run as root, and /etc/passwd names no other user.');
  }
  return { uid: Number(user[2]), gid: identity.gid };
}

/** Lets the server's user enter our data folder, which is closed to all others. */
export async function admit(dataDir: string, identity: Identity): Promise<void> {
  if (!isOther(identity)) return;
  const { uid, mode } = await stat(dataDir);
  if (uid !== 0 || (mode & 0o001) !== 0) return;
  try {
    await chown(dataDir, 0, identity.gid);
  } catch (cause) {
    const message = `PostgreSQL cannot run as root, and user id ${identity.uid} cannot be used here: run tain as another user, or set DATABASE_URL.`;
    throw new Failure('database', message, { cause });
  }
  await chmod(dataDir, mode | 0o010);
}

/** Returns the folders on the path of a file, its own included, that a user cannot enter. */
export async function closedFolders(file: string, identity: Identity): Promise<string[]> {
  if (!isOther(identity)) return [];
  const closed: string[] = [];
  for (let folder = await realpath(file); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === identity.uid ? 0o100 : gid === identity.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) closed.unshift(folder);
    if (folder === path.dirname(folder)) return closed;
  }
}

/**
 * Throws `Failure` when the server's user cannot reach the data folder. With `openParents`, opens these folders for all users
 * instead.
 */
export async function verifyReachable(
  dataDir: string,
  identity: Identity,
  { openParents = false, log }: { readonly openParents?: boolean; readonly log?: (message: string) => void },
): Promise<void> {
  const closed = await closedFolders(dataDir, identity);
  if (closed.length === 0) return;
  const names = closed.join(' and ');
  if (!openParents) {
    throw new Failure(
      'database',
      `PostgreSQL cannot run as root, and its own user (id ${identity.uid}) cannot enter ${names}: choose another TAIN_DATA_DIR, run tain as another user, set DATABASE_URL, or set TAIN_OPEN_PARENTS=on, which lets every user enter (chmod o+x).`,
    );
  }
  for (const folder of closed) await chmod(folder, (await stat(folder)).mode | 0o001);
  log?.(`Every user can enter ${names} now, so that PostgreSQL reaches ${dataDir} (TAIN_OPEN_PARENTS)`);
}

/** Gives a folder and everything in it to a user; follows no links. */
export async function giveFolder(folder: string, { uid, gid }: OtherIdentity): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await giveFolder(file, { uid, gid });
    else await lchown(file, uid, gid);
  }
  await lchown(folder, uid, gid);
}
