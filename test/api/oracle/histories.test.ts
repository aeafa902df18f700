import { afterAll, describe, it } from 'vitest';
import { checkAccounts, checkRewards } from './accounts.ts';
import { checkBalances } from './balances.ts';
import { checkAirdrops, checkAllowances } from './grants.ts';
import { checkHooks } from './hooks.ts';
import { checkNfts, checkNftTransactions } from './nfts.ts';
import { checkSchedules } from './schedules.ts';
import { checkRelationships, checkTokenBalances, checkTokens } from './tokens.ts';
import { checkTopics } from './topics.ts';
import { checkTransactions, checkTransactionsById, checkTransferSums } from './transactions.ts';
import { closeWorlds, inEveryWorld } from './worlds.ts';

/**
 * After random histories, what the API says of each resource, now and at past moments, is what the
 * simulated ledger knows.
 */

afterAll(closeWorlds);

describe('after random histories', () => {
  it.each([
    ['accounts', checkAccounts],
    ['rewards', checkRewards],
    ['balances', checkBalances],
    ['transactions', checkTransactions],
    ['transactions by id and hash', checkTransactionsById],
    ['sums of transfers', checkTransferSums],
    ['tokens', checkTokens],
    ['balances of tokens', checkTokenBalances],
    ['tokens of accounts', checkRelationships],
    ['NFTs', checkNfts],
    ['transactions of NFTs', checkNftTransactions],
    ['allowances', checkAllowances],
    ['airdrops', checkAirdrops],
    ['hooks', checkHooks],
    ['topics', checkTopics],
    ['schedules', checkSchedules],
  ])('%s are those of the ledger', (_name, check) => inEveryWorld(check), 300_000);
});
