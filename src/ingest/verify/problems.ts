import { dropOldest } from '../../kernel/limits/bounded-cache.ts';
import type { Log } from '../../kernel/log.ts';
import { type BackOff, waitAfter } from '../../kernel/retry.ts';
import type { StreamFileError, StreamFileErrorCode } from '../decode/stream-error.ts';

/** Reason why the stream waits at a file. */
export interface StreamProblem {
  readonly code: StreamFileErrorCode;
  /** Name of the file that the stream waits for. */
  readonly file: string;
  /**
   * One sentence for the operator; for `no-consensus` the sentence that API clients may see: `Require at least 1/3
   * signature files to prove consensus, got 1 out of 4 for file <name>`.
   */
  readonly message: string;
}

/**
 * Origin of a problem:
 * - `source`: the source of this mirror does not respond, or its database refuses; the network may be healthy
 * - `network`: nodes do not sign, or sign different files
 * - `file`: the source returns something other than the next file; whether the network wrote that is unknown
 */
export type ProblemCause = 'source' | 'network' | 'file';

/** Returns the origin of a problem, see `ProblemCause`. */
export function problemCauseOf(code: StreamFileErrorCode): ProblemCause {
  if (code === 'unreadable' || code === 'timeout' || code === 'bad-name') return 'source';
  return code === 'no-consensus' || code === 'divergent' ? 'network' : 'file';
}

export interface ProblemOptions {
  readonly log: Log;
  /** Milliseconds for which a missing file at the end of the stream only counts as late; default: 5000. */
  readonly graceMs?: number;
  readonly onProblem?: (problem: StreamProblem | null) => void;
}

const DEFAULT_GRACE_MS = 5_000;
/** Intervals at which a lasting problem is logged again. */
const REMINDERS: BackOff = { first: 60_000, max: 3_600_000 };
/** Maximum number of problems that are distinguished until the stream continues. */
const MAX_PROBLEMS = 100;

interface Waiting {
  /** Time of the next log line, in milliseconds of `now`. */
  logAt: number;
  /** Number of log lines so far. */
  logged: number;
}

/**
 * Failures of the source since the stream last continued. They share one reminder, because one outage may cause several
 * of them.
 */
interface SourceFailures extends Waiting {
  /** Reasons that were logged. */
  readonly known: Set<string>;
  /** Messages since the last line, by reason. */
  readonly since: Map<string, string>;
}

/**
 * Reports each problem once, at growing intervals while it lasts, and its end. Shared by all feeds that follow the same
 * stream one after another: a problem of one of them is over when another one continues.
 */
export class Problems {
  readonly #options: ProblemOptions;
  readonly #now: () => number;
  /** Problems by message. */
  readonly #waiting = new Map<string, Waiting>();
  #source: SourceFailures = noFailures();
  /** The problem with which `onProblem` was last called. */
  #reported: StreamFileError | null = null;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(options: ProblemOptions, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#now = now;
  }

  /**
   * Reports a refusal. Nodes sign a moment after they write, so a late file is reported only after it has been missing
   * for `graceMs`.
   */
  report(refusal: StreamFileError): void {
    const { message } = refusal;
    if (problemCauseOf(refusal.code) === 'source') {
      this.#sourceFails(refusal);
      return;
    }
    const waiting = this.#waitingFor(refusal);
    if (this.#now() < waiting.logAt) return;
    this.#log(waiting, refusal, message);
    if (this.#reported?.message !== message) this.#becomes(refusal);
  }

  #sourceFails(refusal: StreamFileError): void {
    const { reason, message } = refusal;
    const { known, since } = this.#source;
    const isNew = !known.has(reason) && known.size < MAX_PROBLEMS;
    if (since.has(reason) || since.size < MAX_PROBLEMS) since.set(reason, message);
    if (!isNew && this.#now() < this.#source.logAt) return;
    known.add(reason);
    this.#log(this.#source, refusal, isNew ? message : [...since.values()].join('; '));
    since.clear();
    const reported = this.#reported && problemCauseOf(this.#reported.code);
    if (isNew || reported !== 'source') this.#becomes(refusal);
  }

  #log(waiting: Waiting, { file, node }: StreamFileError, text: string): void {
    waiting.logged += 1;
    waiting.logAt = this.#now() + waitAfter(waiting.logged, REMINDERS);
    this.#options.log.warn({ file, node }, `The stream waits: ${text}`);
  }

  #becomes(refusal: StreamFileError): void {
    const { code, file, reason, message } = refusal;
    this.#reported = refusal;
    this.#options.onProblem?.({ code, file, message: code === 'no-consensus' ? reason : message });
  }

  resolve(): void {
    this.#waiting.clear();
    this.#source = noFailures();
    if (this.#reported === null) return;
    this.#reported = null;
    this.#options.log.info({}, 'The stream continues');
    this.#options.onProblem?.(null);
  }

  /** Records that the source has nothing more at present. A failure of the source is over, although no block came. */
  sourceResponds(): void {
    if (this.#reported !== null && problemCauseOf(this.#reported.code) === 'source') this.resolve();
  }

  #waitingFor({ code, message }: StreamFileError): Waiting {
    const known = this.#waiting.get(message);
    if (known) return known;
    const isLate = code === 'no-consensus' || code === 'missing';
    const grace = isLate ? (this.#options.graceMs ?? DEFAULT_GRACE_MS) : 0;
    const waiting = { logAt: this.#now() + grace, logged: 0 };
    this.#waiting.set(message, waiting);
    dropOldest(this.#waiting, MAX_PROBLEMS);
    return waiting;
  }
}

function noFailures(): SourceFailures {
  return { logAt: 0, logged: 0, known: new Set(), since: new Map() };
}
