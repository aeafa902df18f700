import { getBlock } from './blocks/get-block.ts';
import { listBlocks } from './blocks/list-blocks.ts';
import type { Route } from './route.ts';
import { getTransaction } from './transactions/get-transaction.ts';
import { listTransactions } from './transactions/list-transactions.ts';

/** Every route of the query API. */
export const ROUTES: readonly Route[] = [listBlocks, getBlock, listTransactions, getTransaction];
