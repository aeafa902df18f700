import type { Clock } from './clock.ts';

const BAR_WIDTH = 24;
/** Interval of redraws of a bar, and of lines without a terminal, in milliseconds. */
const REDRAW_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;
/** Time, or share of the work, from which the remaining time is estimated: the beginning is the slowest. */
const MIN_ESTIMATE_MS = 10_000;
const MIN_ESTIMATE_SHARE = 0.05;

/** Progress of a command, or of one of its steps. */
export interface Progress {
  /** Name of the step. Each step has its own estimate, which begins with the first report of its name. */
  readonly step?: string;
  /** Completed part, and the whole in the same unit; null if the whole is unknown. */
  readonly done: number;
  readonly total: number | null;
  /** Plural noun of the unit, such as `blocks`. `bytes` are shown as kB, MB or GB. */
  readonly unit: string;
  /** Returns further facts; `elapsedMs`: milliseconds since the beginning of the step. */
  readonly facts?: (elapsedMs: number) => readonly string[];
}

/** Output of the progress: a stream such as `process.stderr`. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Whether the reader is too slow. If so, nothing is written. */
  readonly writableNeedDrain?: boolean;
  write(text: string): unknown;
}

/** Shows the progress of a command with the time left: a bar on a terminal, otherwise a line every few seconds. */
export class ProgressDisplay {
  readonly #output: ProgressOutput;
  readonly #clock: Clock;
  /** Time of each step's beginning, and what was done by then. Steps may alternate. */
  readonly #steps = new Map<string | undefined, { readonly started: number; readonly base: number }>();
  #lastShown: number;
  #isDrawn = false;

  constructor(output: ProgressOutput, clock: Clock = Date.now) {
    this.#output = output;
    this.#clock = clock;
    this.restart();
    // A short command writes no line, so that its standard error has only warnings.
    this.#lastShown = output.isTTY ? Number.NEGATIVE_INFINITY : clock();
  }

  /** Begins the time from which the estimate is made. */
  restart(): void {
    this.#steps.clear();
    this.#steps.set(undefined, { started: this.#clock(), base: 0 });
  }

  update(progress: Progress): void {
    const now = this.#clock();
    const step = this.#steps.get(progress.step) ?? { started: now, base: progress.done };
    this.#steps.set(progress.step, step);
    const { isTTY = false, columns = 80, writableNeedDrain } = this.#output;
    if (now - this.#lastShown < (isTTY ? REDRAW_INTERVAL_MS : LINE_INTERVAL_MS)) return;
    this.#lastShown = now;
    if (writableNeedDrain) return;
    const line = progressLine(progress, now - step.started, isTTY, step.base);
    this.#output.write(isTTY ? `\r${line.slice(0, columns - 1)}\x1b[K` : `${line}\n`);
    this.#isDrawn = isTTY;
  }

  /** Removes a drawn bar, so that another line can be written. The next update draws it again. */
  clear(): void {
    if (this.#isDrawn) this.#output.write('\r\x1b[K');
    this.#isDrawn = false;
  }

  /** Ends the line of a bar. */
  finish(): void {
    if (this.#isDrawn) this.#output.write('\n');
    this.#isDrawn = false;
  }
}

/**
 * Formats one line: share, step, count, facts, time left. `base`: what was done at the beginning of the step,
 * `elapsedMs` milliseconds ago.
 */
export function progressLine(progress: Progress, elapsedMs: number, withBar: boolean, base = 0): string {
  const { step, done, total, unit, facts } = progress;
  const parts = [
    ...(step === undefined ? [] : [step]),
    counted(done, total, unit),
    ...(facts?.(elapsedMs) ?? []),
  ];
  if (total === null || total === 0) return parts.join('  ');
  const share = Math.min(1, done / total);
  const isKnown = elapsedMs >= MIN_ESTIMATE_MS || share >= MIN_ESTIMATE_SHARE;
  if (isKnown && done > base) {
    parts.push(`${duration((elapsedMs / (done - base)) * Math.max(0, total - done))} left`);
  }
  if (!withBar) return [`${Math.floor(share * 100)}%`, ...parts].join('  ');
  const filled = Math.round(share * BAR_WIDTH);
  return [`[${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}]`, ...parts].join('  ');
}

/** Formats a number with separators of thousands. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

function counted(done: number, total: number | null, unit: string): string {
  if (unit !== 'bytes') return `${total === null ? count(done) : `${count(done)}/${count(total)}`} ${unit}`;
  const whole = total ?? done;
  const [size, name] = whole >= 1e9 ? [1e9, 'GB'] : whole >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB'];
  const inUnit = (bytes: number): string => (bytes / size).toFixed(1);
  return `${total === null ? inUnit(done) : `${inUnit(done)}/${inUnit(total)}`} ${name}`;
}

/** Formats a duration: `2 h 5 min`, `3 min 10 s`, `8 s`. */
function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${seconds} s`;
}
