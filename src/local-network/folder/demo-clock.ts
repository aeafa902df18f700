import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { ifMissing } from '../../kernel/missing.ts';
import { replaceFile } from '../../store/embedded/replace-file.ts';
import { parseRecord } from './json-record.ts';

const FILE = 'clock.json';
/** Maximum lead of the clock over the machine's, in milliseconds: ten years. */
const MAX_AHEAD_MS = 3_653 * 86_400_000;

const MILLIS_PER_SECOND = 1_000;

const AHEAD = 0;
const HURRIED = 1;
const HELD = 2;
const INTERVAL_MS = 3;
const CELLS = 4;

/**
 * Clock of a demo network, shared by its thread and the thread that sets it: the machine's clock plus an offset, unless it is
 * held at an instant.
 */
export class SharedClock {
  readonly buffer: SharedArrayBuffer;
  readonly #cells: BigInt64Array;

  constructor(buffer = new SharedArrayBuffer(CELLS * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#cells = new BigInt64Array(buffer);
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => this.held() ?? this.machine() + this.ahead();

  /** Milliseconds since 1970 by the machine's clock, which clients use. */
  readonly machine = (): number => Date.now();

  /** Offset from the machine's clock, in milliseconds. */
  readonly ahead = (): number => Number(Atomics.load(this.#cells, AHEAD));

  /** Instant at which the clock is held, in milliseconds since 1970; null while it runs. */
  readonly held = (): number | null => Number(Atomics.load(this.#cells, HELD)) || null;

  /** Holds the clock at an instant, or lets it run (null). */
  hold(at: number | null): void {
    Atomics.store(this.#cells, HELD, BigInt(at ?? 0));
  }

  /** Interval between the times of blocks, in milliseconds; 0: none. */
  readonly interval = (): number => Number(Atomics.load(this.#cells, INTERVAL_MS));

  /** Sets the interval between the times of blocks, in milliseconds; 0: none. */
  setInterval(interval: number): void {
    Atomics.store(this.#cells, INTERVAL_MS, BigInt(interval));
  }

  /**
   * Records the end of a block, in milliseconds since 1970. With an interval, it holds the clock at the next block's time, but
   * not while a command waits for the blocks that end days. Where that time is too far ahead, it does
   * not: a clock that is held at this block is then released.
   */
  blockEnded(end: number): void {
    if (this.interval() === 0 || this.hurries()) return;
    const next = this.nextAt(end);
    if (next - this.machine() <= MAX_AHEAD_MS) this.hold(next);
  }

  /** Time of the next block by the interval, in milliseconds since 1970, given the end of the last block. */
  nextAt(end: number): number {
    return end - (end % MILLIS_PER_SECOND) + this.interval();
  }

  /**
   * Sets the clock ahead to the end of the last block (milliseconds since 1970), unless that is past. A network needs this at its
   * start, because blocks of an interval lead the stored offset, and a killed process has not stored theirs.
   */
  catchUp(end: number): void {
    if (this.now() < end) this.setAhead(Math.min(MAX_AHEAD_MS, end - this.machine()));
  }

  /** Whether a command sets the clock ahead and waits for the network. */
  readonly hurries = (): boolean => Atomics.load(this.#cells, HURRIED) > 0n;

  /** Sets the offset, in whole milliseconds. */
  setAhead(ahead: number): void {
    Atomics.store(this.#cells, AHEAD, BigInt(ahead));
  }

  /** Runs `work` while `hurries` is true. */
  async hurry<T>(work: () => Promise<T>): Promise<T> {
    Atomics.add(this.#cells, HURRIED, 1n);
    try {
      return await work();
    } finally {
      Atomics.sub(this.#cells, HURRIED, 1n);
    }
  }
}

/**
 * The clock of a demo network: the machine's plus an offset, which is stored in the network's folder. Milliseconds
 * since 1970.
 */
export class DemoClock {
  readonly #folder: string;
  readonly shared = new SharedClock();

  private constructor(folder: string, ahead: number) {
    this.#folder = folder;
    this.shared.setAhead(ahead);
  }

  /** Opens the clock of the network in a folder. Throws `Failure` when its file cannot be read. */
  static async open(folder: string): Promise<DemoClock> {
    const file = path.join(folder, FILE);
    const text = await readFile(file, 'utf8').catch(ifMissing(null));
    if (text === null) return new DemoClock(folder, 0);
    const ahead = parseAhead(text);
    if (ahead === null) {
      throw new Failure('usage', `The file ${file} is damaged: load or reset the network (tain demo).`);
    }
    return new DemoClock(folder, ahead);
  }

  readonly now = (): number => this.shared.now();

  /** Sets the clock ahead to an instant, durably: a kill does not set it back. Throws `Failure` beyond ten years. */
  async setAhead(to: number): Promise<void> {
    await this.restore(this.#aheadAt(to));
  }

  /** Throws `Failure` if the clock can never be set ahead to an instant. */
  check(to: number): void {
    checkAhead(this.#aheadAt(to));
  }

  /** Throws `Failure` if a block at an instant would be too far ahead, also while the clock is held. */
  checkBlock(at: number): void {
    checkAhead(at - this.shared.machine());
  }

  /** Returns the offset with which the clock shows an instant; the present one if it is past. */
  #aheadAt(to: number): number {
    return this.shared.ahead() + Math.max(0, Math.ceil(to - this.now()));
  }

  /** Lets a held clock run on from its instant, durably. */
  async release(): Promise<void> {
    const held = this.shared.held();
    if (held !== null) await this.restore(held - this.shared.machine());
  }

  /**
   * Ends the interval between the times of blocks. A clock that is held for the next one runs on from the end of the last block
   * (milliseconds since 1970; 0: it is not known, and the clock runs on from where it is held), durably. If that fails, the
   * interval remains.
   */
  async endInterval(end: number): Promise<void> {
    const { shared } = this;
    const interval = shared.interval();
    if (interval === 0) return;
    shared.setInterval(0);
    try {
      if (end === 0) await this.release();
      else if (shared.held() !== null) await this.restore(end - shared.machine());
    } catch (error) {
      shared.setInterval(interval);
      throw error;
    }
  }

  /**
   * Sets the offset from the machine's clock, in milliseconds, durably, and lets the clock run. Throws `Failure` beyond ten
   * years.
   */
  async restore(ahead: number): Promise<void> {
    checkAhead(ahead);
    await mkdir(this.#folder, { recursive: true });
    const file = path.join(this.#folder, FILE);
    await replaceFile(file, JSON.stringify({ ahead }), { mode: 0o644 });
    this.shared.setAhead(ahead);
    this.shared.hold(null);
  }
}

function checkAhead(ahead: number): void {
  if (ahead <= MAX_AHEAD_MS) return;
  throw new Failure(
    'usage',
    "The clock of a demo network is never more than ten years ahead of the machine's.",
  );
}

function parseAhead(text: string): number | null {
  const { ahead } = parseRecord(text);
  const isValid = typeof ahead === 'number' && Number.isSafeInteger(ahead) && Math.abs(ahead) <= MAX_AHEAD_MS;
  return isValid ? ahead : null;
}
