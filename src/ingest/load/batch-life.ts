import type { Batch } from '../records/batch.ts';

/** States of a batch between its first block and its commit. `NEXT` lists the transitions. */
export type BatchState =
  /** Blocks are added. */
  | { readonly name: 'building' }
  /** No further block is added. It can be stored in as many attempts as it takes. */
  | { readonly name: 'whole' }
  /** The transaction is committed. */
  | { readonly name: 'stored' }
  /** The batch cannot be stored: it contains part of a block, or the database refused it. */
  | { readonly name: 'lost'; readonly cause: unknown };

export type BatchStateName = BatchState['name'];

/** All transitions of a batch. */
export const NEXT: Readonly<Record<BatchStateName, readonly BatchStateName[]>> = {
  building: ['whole', 'lost'],
  whole: ['stored', 'lost'],
  stored: [],
  // Both the builder and the writer may find the batch lost: the first cause is retained.
  lost: ['lost'],
};

/**
 * A batch and its state. Every transition is made here, and throws when it is not in `NEXT`: a batch can be neither
 * stored twice nor stored with part of a block. Its rows stay in memory until they are stored, so a failure of the database
 * is retried without reading the source again. Sending rows ahead of the batch saved 4 %, and needed another state and a
 * transaction that outlived its calls.
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

  /** Returns the rows, so that a block can be added. */
  open(): Batch {
    if (!this.isOpen) throw new Error(`No block can be added to a batch that is ${this.current.name}`);
    return this.rows;
  }

  /** Whether blocks may be added. */
  get isOpen(): boolean {
    return this.current.name === 'building';
  }

  /** Returns the rows, so that they can be stored. Throws unless the batch is whole. */
  toStore(): Batch {
    if (this.current.name !== 'whole') throw new Error(`A batch that is ${this.current.name} is not stored`);
    return this.rows;
  }

  /** Ends the adding of blocks. */
  end(): void {
    this.become({ name: 'whole' });
  }

  /** Records that the batch is committed. */
  stored(): void {
    this.become({ name: 'stored' });
  }

  /** Records that the batch cannot be stored, or is discarded. */
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
