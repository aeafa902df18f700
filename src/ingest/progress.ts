import type { Clock } from '../kernel/clock.ts';
import { printTimestamp } from '../kernel/timestamp.ts';
import type { IngestProgress } from './options.ts';

const BAR_WIDTH = 24;
/** Milliseconds between redraws of a bar, and between lines where there is no terminal. */
const REDRAW_EVERY = 100;
const LINE_EVERY = 5_000;

/** Where progress is shown: a stream such as `process.stderr`. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Whether the reader is gone: then there is nobody to show it to. */
  readonly writableNeedDrain?: boolean;
  write(text: string): unknown;
}

export interface ProgressOptions {
  readonly output: ProgressOutput;
  readonly clock: Clock;
  /** Files to come; null when unknown. */
  readonly totalFiles: number | null;
  /** What they are called. Default: files. */
  readonly noun?: string;
}

/** Shows the progress of an import: a bar on a terminal, elsewhere a line every few seconds. */
export class ProgressDisplay {
  private readonly options: ProgressOptions;
  private readonly started: number;
  private lastShown = Number.NEGATIVE_INFINITY;
  private drawn = false;

  constructor(options: ProgressOptions) {
    this.options = options;
    this.started = options.clock();
  }

  update(progress: Reached): void {
    const { output, clock } = this.options;
    const now = clock();
    if (now - this.lastShown < (output.isTTY ? REDRAW_EVERY : LINE_EVERY)) return;
    this.lastShown = now;
    if (output.writableNeedDrain) return;
    const { totalFiles, noun } = this.options;
    const line = progressLine(progress, totalFiles, now - this.started, output.isTTY === true, noun);
    if (output.isTTY) output.write(`\r${line.slice(0, (output.columns ?? 80) - 1)}\x1b[K`);
    else output.write(`${line}\n`);
    this.drawn = true;
  }

  /** Ends the line of a bar. */
  finish(): void {
    if (this.drawn && this.options.output.isTTY) this.options.output.write('\n');
  }
}

type Reached = Omit<IngestProgress, 'proofs' | 'unrecognized'>;

/** One line: share and files, transactions a second, consensus time reached, time left. */
export function progressLine(
  progress: Reached,
  totalFiles: number | null,
  elapsed: number,
  withBar: boolean,
  noun = 'files',
): string {
  const perSecond = elapsed > 0 ? Math.round((progress.transactions * 1000) / elapsed) : 0;
  const parts = [
    totalFiles === null
      ? `${count(progress.blocks)} ${noun}`
      : `${count(progress.blocks)}/${count(totalFiles)} ${noun}`,
    `${count(progress.transactions)} transactions`,
    `${count(perSecond)}/s`,
    instant(progress.lastConsensusEnd),
  ];
  if (totalFiles === null || progress.blocks === 0) return parts.join('  ');
  const share = Math.min(1, progress.blocks / totalFiles);
  parts.push(`${duration((elapsed / progress.blocks) * Math.max(0, totalFiles - progress.blocks))} left`);
  if (!withBar) return [`${Math.floor(share * 100)}%`, ...parts].join('  ');
  const filled = Math.round(share * BAR_WIDTH);
  return [`[${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}]`, ...parts].join('  ');
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `2022-07-13 08:46:11` in UTC; times beyond the calendar stay seconds. */
function instant(nanos: bigint): string {
  const date = new Date(Number(nanos / 1_000_000n));
  return Number.isNaN(date.getTime())
    ? printTimestamp(nanos)
    : date.toISOString().slice(0, 19).replace('T', ' ');
}

/** `2 h 5 min`, `3 min 10 s`, `8 s`. */
function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${seconds} s`;
}
