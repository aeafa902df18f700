import { checkAccounts, checkRewards } from './accounts.ts';
import { checkBalances } from './balances.ts';
import { checkBlocks } from './blocks.ts';
import { checkActions, checkContracts, checkState } from './contracts.ts';
import { checkAirdrops, checkAllowances } from './grants.ts';
import { checkHooks } from './hooks.ts';
import { checkNodes, checkPrices, checkRegisteredNodes, checkStake, checkSupply } from './network.ts';
import { checkNfts, checkNftTransactions } from './nfts.ts';
import { checkOpenable, checkPrintedIsAccepted } from './openable.ts';
import { checkLogs, checkMovements, checkResults, checkSingleResults } from './results.ts';
import { checkSchedules } from './schedules.ts';
import { checkRelationships, checkTokenBalances, checkTokens } from './tokens.ts';
import { checkTopics } from './topics.ts';
import { checkTransactions, checkTransactionsById, checkTransferSums } from './transactions.ts';
import type { World } from './world.ts';

/** Checks of all histories: a name, and a function that throws when the API and the ledger differ. */
export const CHECKS: readonly (readonly [name: string, check: (world: World) => Promise<void>])[] = [
  ['accounts', checkAccounts],
  ['rewards', checkRewards],
  ['balances', checkBalances],
  ['transactions', checkTransactions],
  ['transactions by id and hash', checkTransactionsById],
  ['sums of transfers', checkTransferSums],
  ['blocks', checkBlocks],
  ['contracts', checkContracts],
  ['storage of contracts', checkState],
  ['actions of contracts', checkActions],
  ['logs', checkLogs],
  ['results of contracts', checkResults],
  ['single results', checkSingleResults],
  ['movements of tokens as results', checkMovements],
  ['tokens', checkTokens],
  ['balances of tokens', checkTokenBalances],
  ['tokens of accounts', checkRelationships],
  ['NFTs', checkNfts],
  ['transactions of NFTs', checkNftTransactions],
  ['allowances', checkAllowances],
  ['airdrops', checkAirdrops],
  ['hooks', checkHooks],
  ['topics', checkTopics],
  ['supplies', checkSupply],
  ['stakes', checkStake],
  ['nodes', checkNodes],
  ['registered nodes', checkRegisteredNodes],
  ['rates and gas prices', checkPrices],
  ['schedules', checkSchedules],
  ['items of lists can be opened', checkOpenable],
  ['ids in answers are accepted in paths and parameters', checkPrintedIsAccepted],
];
