/**
 * Every error that can end a process, in one table: its stable exit code. The texts that clients of
 * the API see are fixed by the interface and stand with the rules that produce them (`query/`, `api/`).
 */
export const EXIT_CODES = {
  unexpected: 1,
  /** An unknown command, option or setting, or a value it cannot have. */
  usage: 2,
  /** The database cannot be reached, started, or is not one this program may write to. */
  database: 3,
  /** The database does not answer. */
  unreachable: 3,
  /** The same role already runs on this database or data folder. */
  alreadyRunning: 4,
  /** A stream file was refused: missing, corrupt, unsigned or contradictory. */
  stream: 5,
} as const;

export type FailureKind = keyof typeof EXIT_CODES;

/** A failure whose message is one sentence for the person at the terminal, naming what is at fault. */
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

/** The exit code of a process that an error ends. */
export function exitCodeOf(error: unknown): number {
  return error instanceof Failure ? error.exitCode : EXIT_CODES.unexpected;
}

/** What a thrown value says: anything may be thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
