/** Kind of a write: a batch, or a chunk of derived state. */
export type WriteKind = 'batch' | 'derived';

interface Write {
  readonly kind: WriteKind;
  readonly done: Promise<void>;
}

/**
 * Writes to the database, one after the other in the order in which they are added. After the first failure no further
 * write begins. A `FairSemaphore` does not fit, because batches have one client and a fixed order, and a failure ends
 * the whole queue.
 */
export class WriteQueue {
  private readonly isUnwanted: () => boolean;
  private readonly onIdle: () => void;
  /** Unfinished writes; the first one is running. */
  private readonly writes: Write[] = [];
  private error: { readonly error: unknown } | null = null;

  /** `isUnwanted`: returns whether to drop writes that have not begun. `onIdle`: called when the queue is empty. */
  constructor(isUnwanted: () => boolean, onIdle: () => void) {
    this.isUnwanted = isUnwanted;
    this.onIdle = onIdle;
  }

  /** Error of the write that failed; null without one. */
  get failure(): { readonly error: unknown } | null {
    return this.error;
  }

  get isIdle(): boolean {
    return this.writes.length === 0;
  }

  /** Adds a write. Resolves when it is done, has failed (see `failure`) or was dropped. Never rejects. */
  async add(kind: WriteKind, write: () => Promise<void>): Promise<void> {
    const done = this.runAfter(this.writes.at(-1)?.done, write);
    this.writes.push({ kind, done });
    await done;
    this.writes.shift();
    if (this.isIdle) this.onIdle();
  }

  /** Resolves when no write of a kind is queued or running. */
  async without(kind: WriteKind): Promise<void> {
    for (;;) {
      const last = this.writes.findLast((write) => write.kind === kind);
      if (!last) return;
      await last.done;
    }
  }

  /** Resolves when all writes added so far are done. */
  async drained(): Promise<void> {
    await this.writes.at(-1)?.done;
  }

  private async runAfter(before: Promise<void> | undefined, write: () => Promise<void>): Promise<void> {
    await before;
    if (this.error || this.isUnwanted()) return;
    try {
      await write();
    } catch (error) {
      this.error = { error };
    }
  }
}
