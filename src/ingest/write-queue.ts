/**
 * Writes to the database, one after the other in the order in which they are added. After the first failure
 * no further write begins.
 */
export class WriteQueue {
  private readonly isUnwanted: () => boolean;
  private readonly onIdle: () => void;
  private last: Promise<void> | null = null;
  private error: { readonly error: unknown } | null = null;

  /** `isUnwanted`: whether to drop writes that have not begun. `onIdle`: called when the queue is empty. */
  constructor(isUnwanted: () => boolean, onIdle: () => void) {
    this.isUnwanted = isUnwanted;
    this.onIdle = onIdle;
  }

  /** The error of the write that failed. */
  get failure(): { readonly error: unknown } | null {
    return this.error;
  }

  get isIdle(): boolean {
    return this.last === null;
  }

  /** Adds a write. Resolves when it is done, has failed (see `failure`) or was dropped; never rejects. */
  async add(write: () => Promise<void>): Promise<void> {
    const added = this.runAfter(this.last, write);
    this.last = added;
    await added;
    // Nothing may have been added meanwhile.
    if (this.last !== added) return;
    this.last = null;
    this.onIdle();
  }

  /** Resolves when everything added so far is done. */
  async drained(): Promise<void> {
    await this.last;
  }

  private async runAfter(before: Promise<void> | null, write: () => Promise<void>): Promise<void> {
    await before;
    if (this.error || this.isUnwanted()) return;
    try {
      await write();
    } catch (error) {
      this.error = { error };
    }
  }
}
