import { printTimestamp } from '@tain/ledger/timestamp';
import type { Clock } from '../kernel/clock.ts';
import type { IngestProgress } from './options.ts';

const BAR_WIDTH = 24;
/** Interval of redraws of a bar, and of lines without a terminal, in milliseconds. */
const REDRAW_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;
/** Time, or share of the files, from which the remaining time is estimated: the first batches are the slowest. */
const MIN_ESTIMATE_MS = 10_000;
const MIN_ESTIMATE_SHARE = 0.05;

/** Output of the progress: a stream such as `process.stderr`. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Whether the reader is too slow. If so, nothing is written. */
  readonly writableNeedDrain?: boolean;
  write(text: string): unknown;
}

export interface ProgressOptions {
  readonly output: ProgressOutput;
  readonly clock: Clock;
  /** Number of files to come; null when unknown. */
  readonly totalFiles: number | null;
  /** Noun for the files; default: files. */
  readonly noun?: string;
}

/** Shows the progress of an import: a bar on a terminal, otherwise a line every few seconds. */
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
    if (now - this.lastShown < (output.isTTY ? REDRAW_INTERVAL_MS : LINE_INTERVAL_MS)) return;
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

/** Formats one line: share and files, transactions a second, consensus time reached, time left. */
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
  if (elapsed >= MIN_ESTIMATE_MS || share >= MIN_ESTIMATE_SHARE) {
    parts.push(`${duration((elapsed / progress.blocks) * Math.max(0, totalFiles - progress.blocks))} left`);
  }
  if (!withBar) return [`${Math.floor(share * 100)}%`, ...parts].join('  ');
  const filled = Math.round(share * BAR_WIDTH);
  return [`[${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}]`, ...parts].join('  ');
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** Formats a time in UTC, `2022-07-13 08:46:11`; times beyond the calendar as seconds. */
function instant(nanos: bigint): string {
  const date = new Date(Number(nanos / 1_000_000n));
  return Number.isNaN(date.getTime())
    ? printTimestamp(nanos)
    : date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Formats a duration: `2 h 5 min`, `3 min 10 s`, `8 s`. */
function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${seconds} s`;
}
