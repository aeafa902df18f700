import type { Resource } from './answers.ts';
import { accountTransfers } from './resources/account-transfers.ts';
import { accounts, rewards } from './resources/accounts.ts';
import { accountAirdrops } from './resources/airdrops.ts';
import { allowances } from './resources/allowances.ts';
import { blocks } from './resources/blocks.ts';
import { contracts } from './resources/contracts.ts';
import { hooks } from './resources/hooks.ts';
import { logs } from './resources/logs.ts';
import { memos } from './resources/memos.ts';
import { network } from './resources/network.ts';
import { nfts } from './resources/nfts.ts';
import { nodes } from './resources/nodes.ts';
import { paths } from './resources/paths.ts';
import { results } from './resources/results.ts';
import { schedules } from './resources/schedules.ts';
import { tokenBalances } from './resources/token-balances.ts';
import { tokens } from './resources/tokens.ts';
import { topics } from './resources/topics.ts';
import { transactions } from './resources/transactions.ts';

/** Parts of the small ledger, all stored in one database, and their expected answers. */
export const RESOURCES: readonly (readonly [name: string, resource: Resource])[] = [
  ['accounts', accounts],
  ['rewards', rewards],
  ['transactions', transactions],
  ['transfers of an account', accountTransfers],
  ['blocks', blocks],
  ['allowances', allowances],
  ['airdrops', accountAirdrops],
  ['hooks', hooks],
  ['network', network],
  ['nodes', nodes],
  ['tokens', tokens],
  ['balances of tokens', tokenBalances],
  ['NFTs', nfts],
  ['contracts', contracts],
  ['results', results],
  ['logs', logs],
  ['topics', topics],
  ['memos', memos],
  ['schedules', schedules],
  ['paths', paths],
];
