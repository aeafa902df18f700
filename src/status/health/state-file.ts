import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../db/embedded/replace-file.ts';
import { withFiles } from '../../kernel/file-shortage.ts';
import type { State } from '../state/model.ts';
import type { Day, Uptime } from './uptime.ts';

/** State stored outside the database, so that the page is available while the database is down. */
export interface StoredState {
  readonly state: State;
  readonly uptime: Uptime;
  /** Time of the last read of evidence, in milliseconds. */
  readonly at: number;
}

const FORMAT = 3;

/** Writes the file atomically. */
export async function writeStateFile(file: string, stored: StoredState): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const text = JSON.stringify({
    format: FORMAT,
    at: stored.at,
    state: stored.state,
    uptime: Object.fromEntries(stored.uptime),
  });
  await replaceFile(file, text);
}

/** Reads the file once it can be opened; null when it is missing, broken, or of another format. */
export async function readStateFile(file: string): Promise<StoredState | null> {
  try {
    const parsed = JSON.parse(await withFiles(() => readFile(file, 'utf8'))) as {
      format?: unknown;
      at?: unknown;
      state?: State;
      uptime?: Record<string, Day[]>;
    };
    if (parsed.format !== FORMAT || typeof parsed.at !== 'number') return null;
    if (!Array.isArray(parsed.state?.components) || !Array.isArray(parsed.state.incidents)) return null;
    return { state: parsed.state, uptime: new Map(Object.entries(parsed.uptime ?? {})), at: parsed.at };
  } catch {
    return null;
  }
}
