import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../errors.ts';

/**
 * How to run PostgreSQL's programs. PostgreSQL refuses to run as root, so root runs it as another
 * user (`postgres` if there is one, else `nobody`).
 */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
  /** A command that goes before the program. */
  readonly prefix: readonly string[];
}

const CURRENT_USER: Identity = { prefix: [] };

/**
 * Chooses the identity for a data folder and gives it the folder. A folder that the other user
 * cannot reach (below /root, say) needs the capability to pass closed folders, which `setpriv` of
 * util-linux can hand down. Throws `Failure` where that is impossible.
 */
export async function chooseIdentity(dataFolder: string, programs: readonly string[]): Promise<Identity> {
  if (process.getuid?.() !== 0) return CURRENT_USER;
  const { uid, gid, name } = await unprivilegedUser();
  await chown(dataFolder, uid, gid);
  const reachable = await Promise.all([...programs, dataFolder].map((file) => canReach(file, uid, gid)));
  if (reachable.every(Boolean)) return { uid, gid, prefix: [] };
  const prefix = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    // Without it access(2) looks at the user alone, and initdb asks access(2) whether it may run postgres.
    '--securebits=+no_setuid_fixup',
    '--',
  ];
  const works = await promisify(execFile)(prefix[0] as string, [...prefix.slice(1), 'true']).then(
    () => true,
    () => false,
  );
  if (works) return { prefix };
  throw new Failure(
    'database',
    `PostgreSQL cannot run as root, and user ${name} cannot reach ${dataFolder}: run tain as another user, choose another TAIN_DATA_DIR, or set DATABASE_URL.`,
  );
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number; name: string }> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', 'nobody']) {
    const fields = users
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':');
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    if (fields && uid > 0 && gid > 0) return { uid, gid, name };
  }
  return { uid: 65534, gid: 65534, name: 'nobody' };
}

async function canReach(file: string, uid: number, gid: number): Promise<boolean> {
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    const { mode, uid: owner, gid: group } = await stat(folder);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
