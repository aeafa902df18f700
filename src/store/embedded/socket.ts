import { lchown, lstat, mkdir, mkdtemp, readFile, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { ifMissing, isMissing } from '../../kernel/missing.ts';
import { type Identity, isOther } from './identity.ts';

/**
 * Number in the name of the socket file. The server listens on no network address: with TCP a free port would have to
 * be found, a password would be needed, and every user of the machine could connect.
 */
export const PORT = 5432;
const SOCKET = `.s.PGSQL.${PORT}`;
/** Maximum length of a socket path on all platforms (sockaddr_un). */
const MAX_SOCKET_PATH = 100;

/**
 * Folder of the server's socket: in the data folder, or, where that path is too long for a socket, a separate folder below the
 * temporary one, which `postmaster.pid` names.
 */
export class SocketFolder {
  readonly #cluster: string;
  readonly #identity: Identity;
  readonly #isTemporary: boolean;
  /**
   * Folder of the socket; null until a temporary one is known. Does not change afterwards, because connections use it.
   */
  #folder: string | null;

  constructor(dataDir: string, cluster: string, identity: Identity) {
    const inside = path.join(dataDir, 'run');
    this.#cluster = cluster;
    this.#identity = identity;
    this.#isTemporary = path.join(inside, SOCKET).length > MAX_SOCKET_PATH;
    this.#folder = this.#isTemporary ? null : inside;
  }

  /**
   * Returns the folder of the running server, for clients; null when there is none. Throws `Failure` when it is a link,
   * another user's, or open to others.
   */
  async find(): Promise<string | null> {
    const folder = this.#folder ?? (await this.#recorded());
    if (folder === null || !(await this.#isOwn(folder))) return null;
    this.#folder = folder;
    return folder;
  }

  /** Returns the folder for a server that is about to start, created if needed. Throws `Failure` like `find`. */
  async prepare(): Promise<string> {
    const folder =
      this.#folder ?? (await this.#reusable()) ?? (await mkdtemp(path.join(os.tmpdir(), 'tain-')));
    this.#folder = folder;
    // `mkdir` is not recursive, because an existing folder must be checked.
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await this.#isOwn(folder);
    if (isOther(this.#identity)) await lchown(folder, this.#identity.uid, this.#identity.gid);
    return folder;
  }

  /** Returns whether the socket exists, with or without a listener. */
  async hasSocket(): Promise<boolean> {
    const folder = this.#folder ?? (await this.#recorded());
    if (folder === null) return false;
    return lstat(path.join(folder, SOCKET)).then(
      (found) => found.isSocket(),
      (error: unknown) => !isMissing(error),
    );
  }

  /** Removes a temporary folder, once the server has stopped. */
  async remove(): Promise<void> {
    if (this.#isTemporary && this.#folder !== null) await rmdir(this.#folder).catch(() => undefined);
  }

  /** Reads the folder that the server recorded, in a file that only it and we can write. */
  async #recorded(): Promise<string | null> {
    const text = await readFile(path.join(this.#cluster, 'postmaster.pid'), 'utf8').catch(ifMissing(''));
    return text.split('\n')[4] || null;
  }

  /** Returns the folder of a killed server, if it is still valid. */
  async #reusable(): Promise<string | null> {
    const folder = await this.#recorded();
    return folder !== null && (await this.#isOwn(folder).catch(() => false)) ? folder : null;
  }

  /** Returns whether there is a folder. Throws `Failure` for a folder that is not the server's. */
  async #isOwn(folder: string): Promise<boolean> {
    const found = await lstat(folder).catch(ifMissing(null));
    if (found === null) return false;
    const me = process.getuid?.();
    if (me === undefined) return true;
    const server = await lstat(this.#cluster).catch(ifMissing(null));
    const isOwn = [me, server?.uid, this.#identity.uid].includes(found.uid);
    if (found.isDirectory() && isOwn && (found.mode & 0o077) === 0) return true;
    const wrong = !found.isDirectory()
      ? 'is no folder'
      : isOwn
        ? 'is open to others'
        : `belongs to user id ${found.uid}`;
    throw new Failure(
      'database',
      `The folder ${folder} for the socket of the embedded PostgreSQL ${wrong}: remove it, then start again.`,
    );
  }
}
