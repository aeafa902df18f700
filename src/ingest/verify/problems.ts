import type { StreamFileError, StreamFileErrorCode } from '../decode/stream-error.ts';

/** Why the stream waits at a file. */
export interface StreamProblem {
  readonly code: StreamFileErrorCode;
  /** Name of the file that the stream waits for. */
  readonly file: string;
  /**
   * One sentence for the operator; for `no-consensus` the sentence clients of the API may see:
   * `Require at least 1/3 signature files to prove consensus, got 1 out of 4 for file <name>`.
   */
  readonly message: string;
}

/** The part of a pino logger that verification uses. */
export interface VerifyLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface ProblemOptions {
  readonly log: VerifyLog;
  /** Milliseconds for which what is missing at the end of the stream only counts as late. Default 5000. */
  readonly patience?: number;
  readonly onProblem?: (problem: StreamProblem | null) => void;
}

const DEFAULT_PATIENCE_MS = 5_000;

/** Reports each problem once, and its end. */
export class Problems {
  readonly #options: ProblemOptions;
  #reported: string | null = null;
  /** The refusal under way, since when (`performance.now()`). */
  #pending: { readonly message: string; readonly since: number } | null = null;

  constructor(options: ProblemOptions) {
    this.#options = options;
  }

  /** Nodes sign a moment after they write: what is only late is not worth a word until it stays away. */
  report(refusal: StreamFileError): void {
    const { code, file, reason, message } = refusal;
    if (this.#reported === message) return;
    const isLate = code === 'no-consensus' || code === 'missing';
    if (this.#pending?.message !== message) this.#pending = { message, since: performance.now() };
    const grace = this.#options.patience ?? DEFAULT_PATIENCE_MS;
    if (isLate && performance.now() - this.#pending.since < grace) return;
    this.#reported = message;
    this.#options.log.warn({ file, node: refusal.node }, `The stream waits: ${message}`);
    this.#options.onProblem?.({ code, file, message: code === 'no-consensus' ? reason : message });
  }

  resolve(): void {
    this.#pending = null;
    if (this.#reported === null) return;
    this.#reported = null;
    this.#options.log.info({}, 'The stream continues');
    this.#options.onProblem?.(null);
  }
}
