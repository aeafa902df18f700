import type { TransactionType } from '../context.ts';

/** A batch's inner transactions are items of their own; its row names them (see `apply-block.ts`). */
export const atomicBatch: TransactionType = {};
