import { type Batch, takeRows } from '../records/batch.ts';
import type { EncodedRows } from '../records/block-rows.ts';

/** What a batch is between its first block and its commit. `NEXT` says what it may become. */
export type BatchState =
  /** All of it is in memory, and blocks are added. */
  | { readonly name: 'building' }
  /** So many parts of its rows are no longer in memory, but on their way or in an open transaction. Blocks are added. */
  | { readonly name: 'sent ahead'; readonly parts: number }
  /** No block is added any more. Without parts sent ahead it can be stored in as many attempts as it takes. */
  | { readonly name: 'whole'; readonly parts: number }
  /** Its transaction is committed. */
  | { readonly name: 'stored' }
  /** It cannot be stored: rows of it are gone, or refused. Blocks that the database lacks are read again. */
  | { readonly name: 'lost'; readonly cause: unknown };

export type BatchStateName = BatchState['name'];

/** What a batch may become: nothing else ever happens to it. */
export const NEXT: Readonly<Record<BatchStateName, readonly BatchStateName[]>> = {
  building: ['sent ahead', 'whole', 'lost'],
  'sent ahead': ['sent ahead', 'whole', 'lost'],
  whole: ['stored', 'lost'],
  stored: [],
  // Whoever builds it and whoever stores it may both find it lost: the first cause stays.
  lost: ['lost'],
};

/**
 * A batch and what has become of it. Every change of state goes through here, and throws where `NEXT` has no such change: a
 * batch can be neither stored twice nor stored without rows that were sent ahead and lost.
 */
export class BatchLife {
  /** The blocks' rows, without what was sent ahead. */
  readonly rows: Batch;
  private current: BatchState = { name: 'building' };

  constructor(rows: Batch) {
    this.rows = rows;
  }

  get state(): BatchState {
    return this.current;
  }

  /** How many parts of its rows were sent ahead. */
  get parts(): number {
    return 'parts' in this.current ? this.current.parts : 0;
  }

  /** The rows, for a block to be added to them. */
  open(): Batch {
    if (!this.isOpen) throw new Error(`No block can be added to a batch that is ${this.current.name}`);
    return this.rows;
  }

  /** Whether blocks may be added. */
  get isOpen(): boolean {
    return NEXT[this.current.name].includes('whole');
  }

  /** Takes the rows so far out of memory: they are sent ahead of the rest. */
  sendAhead(): EncodedRows {
    this.become({ name: 'sent ahead', parts: this.parts + 1 });
    return takeRows(this.rows);
  }

  /** No block is added any more. */
  end(): void {
    this.become({ name: 'whole', parts: this.parts });
  }

  /** It is committed. */
  stored(): void {
    this.become({ name: 'stored' });
  }

  /** It cannot be stored, or is not to be. */
  lose(cause: unknown): void {
    this.become(this.current.name === 'lost' ? this.current : { name: 'lost', cause });
  }

  private become(state: BatchState): void {
    const { name } = this.current;
    if (!NEXT[name].includes(state.name)) {
      throw new Error(`A batch that is ${name} cannot become one that is ${state.name}`);
    }
    this.current = state;
  }
}
