import type { Method } from '../method.ts';
import { ACCOUNT_METHODS } from './account-methods.ts';
import { AIRDROP_METHODS } from './airdrop-methods.ts';
import { SCHEDULE_METHODS } from './schedule-methods.ts';
import { TOKEN_CREATIONS } from './structures.ts';
import { TOKEN_READS } from './token-reads.ts';
import { TOKEN_UPDATES } from './token-updates.ts';
import { TOKEN_WRITES } from './token-writes.ts';

/** All methods that the ledger declares, with their support here. */
export const METHODS: readonly Method[] = [
  ...TOKEN_READS,
  ...TOKEN_WRITES,
  ...TOKEN_CREATIONS,
  ...AIRDROP_METHODS,
  ...TOKEN_UPDATES,
  ...ACCOUNT_METHODS,
  ...SCHEDULE_METHODS,
];
