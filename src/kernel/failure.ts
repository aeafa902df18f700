/**
 * Every error that can end a process, in one table, with its stable exit code. The texts that API clients see are fixed
 * by the interface; they are next to the rules that produce them (`rest/query/`, `rest/`).
 */
export const EXIT_CODES = {
  unexpected: 1,
  /** An unknown command, option or setting, or an invalid value. */
  usage: 2,
  /** The database cannot be reached or started, or this program may not write to it. */
  database: 3,
  /** The database does not answer. */
  unreachable: 3,
  /** The same role already runs on this database or data folder. */
  alreadyRunning: 4,
  /** A stream file was refused: missing, corrupt, unsigned or contradictory. */
  stream: 5,
  /** The content of the database is inconsistent. */
  differs: 6,
  /** A proof does not hold. */
  refused: 7,
  /** The source of the stream (a bucket, a folder, block nodes) cannot be read, so its files are unknown. */
  source: 8,
  /** The services did not become ready in time. */
  notReady: 9,
} as const;

export type FailureKind = keyof typeof EXIT_CODES;

/** A failure whose message is one sentence for the terminal and names the cause. */
export class Failure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.kind = kind;
  }

  get exitCode(): number {
    return EXIT_CODES[this.kind];
  }
}

/** The exit code of a process that ends with this error. */
export function exitCodeOf(error: unknown): number {
  return error instanceof Failure ? error.exitCode : EXIT_CODES.unexpected;
}

/** The message of a thrown value, which may be anything. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
