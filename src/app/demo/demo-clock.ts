import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../db/embedded/replace-file.ts';
import { Failure } from '../../kernel/failure.ts';

const FILE = 'clock.json';
/** Milliseconds that the clock may be ahead of the machine's at most: ten years. */
const MOST_AHEAD = 3_653 * 86_400_000;

const AHEAD = 0;
const HURRIED = 1;

/** Time of a demo network, which its thread shares with the thread that sets it: the machine's clock and how far it is ahead. */
export class SharedClock {
  readonly buffer: SharedArrayBuffer;
  readonly #cells: BigInt64Array;

  constructor(buffer = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#cells = new BigInt64Array(buffer);
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.ahead();

  /** Milliseconds by which it is ahead of the machine's. */
  readonly ahead = (): number => Number(Atomics.load(this.#cells, AHEAD));

  /** Whether a command sets the clock ahead and waits for the network. */
  readonly hurries = (): boolean => Atomics.load(this.#cells, HURRIED) > 0n;

  /** Sets how far it is ahead, in whole milliseconds. */
  setAhead(ahead: number): void {
    Atomics.store(this.#cells, AHEAD, BigInt(ahead));
  }

  /** Runs work while the network hurries. */
  async hurry<T>(work: () => Promise<T>): Promise<T> {
    Atomics.add(this.#cells, HURRIED, 1n);
    try {
      return await work();
    } finally {
      Atomics.sub(this.#cells, HURRIED, 1n);
    }
  }
}

/** The clock of a demo network: the machine's, and what it was set ahead, which its folder keeps. Milliseconds since 1970. */
export class DemoClock {
  readonly #folder: string;
  readonly shared = new SharedClock();

  private constructor(folder: string, ahead: number) {
    this.#folder = folder;
    this.shared.setAhead(ahead);
  }

  /** The clock of the network in a folder. Throws `Failure` when what is kept of it cannot be read. */
  static async open(folder: string): Promise<DemoClock> {
    const file = path.join(folder, FILE);
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return new DemoClock(folder, 0);
    const ahead = parseAhead(text);
    if (ahead === null) {
      throw new Failure('usage', `The file ${file} is damaged: load or reset the network (tain demo).`);
    }
    return new DemoClock(folder, ahead);
  }

  readonly now = (): number => this.shared.now();

  /** Sets the clock ahead to an instant. What it says then, it says after a kill, too. Throws `Failure` beyond ten years. */
  async setAhead(to: number): Promise<void> {
    const ahead = this.shared.ahead() + Math.max(0, Math.ceil(to - this.now()));
    if (ahead > MOST_AHEAD) {
      throw new Failure(
        'usage',
        "The clock of a demo network is never more than ten years ahead of the machine's.",
      );
    }
    await mkdir(this.#folder, { recursive: true });
    const file = path.join(this.#folder, FILE);
    await replaceFile(file, JSON.stringify({ ahead }), { mode: 0o644 });
    this.shared.setAhead(ahead);
  }
}

function parseAhead(text: string): number | null {
  try {
    const { ahead } = JSON.parse(text) as { ahead?: unknown };
    return typeof ahead === 'number' && Number.isSafeInteger(ahead) && ahead >= 0 && ahead <= MOST_AHEAD
      ? ahead
      : null;
  } catch {
    return null;
  }
}
