import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { withFiles } from '../../kernel/file-shortage.ts';
import type { Log } from '../../kernel/log.ts';
import { replaceFile } from '../../store/embedded/replace-file.ts';
import type { State } from '../state/model.ts';
import type { Day, Uptime } from './uptime.ts';

/** State stored outside the database, so that the page is available while the database is down. */
export interface StoredState {
  readonly state: State;
  readonly uptime: Uptime;
  /** Time of the last read of evidence, in milliseconds. */
  readonly at: number;
  /** Whether evidence could not be read for so long that the page showed an outage. */
  readonly isUnread: boolean;
}

const FORMAT = 3;

/** The state file. The first failure to write it and the end of the failures are logged. */
export class StateFile {
  readonly #file: string;
  readonly #log: Log;
  /** Whether the last attempt to write succeeded. */
  #saves = true;

  constructor(file: string, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  /** Reads the file once it can be opened; null when it is missing, broken, or of another format. */
  read(): Promise<StoredState | null> {
    return readStateFile(this.#file);
  }

  /** Writes the file atomically. Returns whether it succeeded. */
  async write(stored: StoredState): Promise<boolean> {
    const file = this.#file;
    try {
      await mkdir(path.dirname(file), { recursive: true });
      const uptime = Object.fromEntries(stored.uptime);
      await replaceFile(file, JSON.stringify({ format: FORMAT, ...stored, uptime }));
      if (!this.#saves) this.#log.info({ file }, 'status: the state file is written again');
      this.#saves = true;
    } catch (error) {
      const reason = (error as Error).message;
      if (this.#saves) this.#log.warn({ file, reason }, 'status: the state file cannot be written');
      this.#saves = false;
    }
    return this.#saves;
  }
}

async function readStateFile(file: string): Promise<StoredState | null> {
  try {
    const parsed = JSON.parse(await withFiles(() => readFile(file, 'utf8'))) as {
      format?: unknown;
      at?: unknown;
      isUnread?: unknown;
      state?: State;
      uptime?: Record<string, Day[]>;
    };
    if (parsed.format !== FORMAT || typeof parsed.at !== 'number') return null;
    if (!Array.isArray(parsed.state?.components) || !Array.isArray(parsed.state.incidents)) return null;
    const uptime = new Map(Object.entries(parsed.uptime ?? {}));
    return { state: parsed.state, uptime, at: parsed.at, isUnread: parsed.isUnread === true };
  } catch {
    return null;
  }
}
