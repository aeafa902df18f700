import type { TransactionType } from '../context.ts';

/** A batch's inner transactions are separate items; its row names them (see `apply-block.ts`). */
export const atomicBatch: TransactionType = {};
