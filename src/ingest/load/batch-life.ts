import type { Batch } from '../records/batch.ts';

/** What a batch is between its first block and its commit. `NEXT` says what it may become. */
export type BatchState =
  /** Blocks are added. */
  | { readonly name: 'building' }
  /** No block is added any more. It can be stored in as many attempts as it takes. */
  | { readonly name: 'whole' }
  /** Its transaction is committed. */
  | { readonly name: 'stored' }
  /** It cannot be stored: part of a block is in it, or the database refused it. */
  | { readonly name: 'lost'; readonly cause: unknown };

export type BatchStateName = BatchState['name'];

/** What a batch may become: nothing else ever happens to it. */
export const NEXT: Readonly<Record<BatchStateName, readonly BatchStateName[]>> = {
  building: ['whole', 'lost'],
  whole: ['stored', 'lost'],
  stored: [],
  // Whoever builds it and whoever stores it may both find it lost: the first cause stays.
  lost: ['lost'],
};

/**
 * A batch and what has become of it. Every change of state goes through here, and throws where `NEXT` has no such change: a
 * batch can be neither stored twice nor stored with part of a block.
 */
export class BatchLife {
  /** The blocks' rows. */
  readonly rows: Batch;
  private current: BatchState = { name: 'building' };

  constructor(rows: Batch) {
    this.rows = rows;
  }

  get state(): BatchState {
    return this.current;
  }

  /** The rows, for a block to be added to them. */
  open(): Batch {
    if (!this.isOpen) throw new Error(`No block can be added to a batch that is ${this.current.name}`);
    return this.rows;
  }

  /** Whether blocks may be added. */
  get isOpen(): boolean {
    return this.current.name === 'building';
  }

  /** The rows, to be stored. Throws unless they are whole. */
  toStore(): Batch {
    if (this.current.name !== 'whole') throw new Error(`A batch that is ${this.current.name} is not stored`);
    return this.rows;
  }

  /** No block is added any more. */
  end(): void {
    this.become({ name: 'whole' });
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
