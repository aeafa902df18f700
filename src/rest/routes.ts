import { getAccount } from './accounts/get-account.ts';
import { listAccountNfts } from './accounts/list-account-nfts.ts';
import { listAccounts } from './accounts/list-accounts.ts';
import { listCryptoAllowances, listTokenAllowances } from './accounts/list-allowances.ts';
import { listRewards } from './accounts/list-rewards.ts';
import { listTokenRelationships } from './accounts/list-token-relationships.ts';
import { listAccountTransfers } from './accounts/list-transfers.ts';
import { streamNftTransfers, streamTokenTransfers } from './accounts/stream-transfers.ts';
import { listOutstandingAirdrops, listPendingAirdrops } from './airdrops/list-airdrops.ts';
import { listBalances } from './balances/list-balances.ts';
import { getBlock } from './blocks/get-block.ts';
import { listBlocks } from './blocks/list-blocks.ts';
import { callContract } from './contracts/call/call-contract.ts';
import { getContract } from './contracts/get-contract.ts';
import { getContractResult } from './contracts/get-contract-result.ts';
import { getResult } from './contracts/get-result.ts';
import { listActions } from './contracts/list-actions.ts';
import { listContractResults } from './contracts/list-contract-results.ts';
import { listContracts } from './contracts/list-contracts.ts';
import { listContractLogs, listLogs, listLogsShortly } from './contracts/list-logs.ts';
import { listResults } from './contracts/list-results.ts';
import { listState } from './contracts/list-state.ts';
import { traceContractOpcodes, traceOpcodes } from './contracts/trace-opcodes.ts';
import { tracePrestate } from './contracts/trace-prestate.ts';
import { listHookStorage } from './hooks/list-hook-storage.ts';
import { listHooks } from './hooks/list-hooks.ts';
import { searchContracts, searchTopics } from './memos/search-memos.ts';
import { getCapabilities } from './network/get-capabilities.ts';
import { getExchangeRate } from './network/get-exchange-rate.ts';
import { getFees } from './network/get-fees.ts';
import { getStake } from './network/get-stake.ts';
import { getSupply } from './network/get-supply.ts';
import { listNodes } from './network/list-nodes.ts';
import { listRegisteredNodes } from './network/list-registered-nodes.ts';
import { postFees } from './network/post-fees.ts';
import { listNftAllowances } from './nft-allowances/list-nft-allowances.ts';
import type { Dialect } from './query/dialects/dialect.ts';
import { LEDGER } from './query/dialects/ledger.ts';
import { NETWORK } from './query/dialects/network.ts';
import type { ListRoute } from './route/list-route.ts';
import type { Route } from './route/route.ts';
import type { StreamRoute } from './route/stream.ts';
import { getSchedule } from './schedules/get-schedule.ts';
import { listSchedules } from './schedules/list-schedules.ts';
import { getNft, getTokenNft } from './tokens/get-nft.ts';
import { getToken } from './tokens/get-token.ts';
import { listBalancesOfTokens, listTokenBalances } from './tokens/list-balances.ts';
import { listHolders } from './tokens/list-holders.ts';
import { listNftTransactions, listTokenNftTransactions } from './tokens/list-nft-transactions.ts';
import { listNfts, listTokenNfts } from './tokens/list-nfts.ts';
import { listTokens } from './tokens/list-tokens.ts';
import { listTokenTransfers } from './tokens/list-transfers.ts';
import { searchTokens } from './tokens/search-tokens.ts';
import { getMessage, getMessageAtTime } from './topics/get-message.ts';
import { getTopic } from './topics/get-topic.ts';
import { listMessages } from './topics/list-messages.ts';
import { getTransaction } from './transactions/get-transaction.ts';
import { listTransactions } from './transactions/list-transactions.ts';

/** Every route of the query API. */
export const ROUTES: readonly Route[] = [
  listAccounts,
  getAccount,
  listBalances,
  listCryptoAllowances,
  listTokenAllowances,
  listRewards,
  listAccountNfts,
  listAccountTransfers,
  listTokenRelationships,
  listBlocks,
  getBlock,
  listContracts,
  searchContracts,
  getContract,
  listResults,
  listContractResults,
  getResult,
  getContractResult,
  listActions,
  listLogs,
  listLogsShortly,
  listContractLogs,
  listState,
  callContract,
  traceOpcodes,
  traceContractOpcodes,
  tracePrestate,
  listTransactions,
  getTransaction,
  getCapabilities,
  getExchangeRate,
  getFees,
  postFees,
  listNodes,
  listRegisteredNodes,
  getStake,
  getSupply,
  searchTopics,
  getTopic,
  listMessages,
  getMessage,
  getMessageAtTime,
  listTokens,
  searchTokens,
  getToken,
  listTokenBalances,
  listHolders,
  listTokenTransfers,
  listTokenNfts,
  getTokenNft,
  listTokenNftTransactions,
  listBalancesOfTokens,
  listNfts,
  getNft,
  listNftTransactions,
  listSchedules,
  getSchedule,
  listNftAllowances,
  listOutstandingAirdrops,
  listPendingAirdrops,
  listHooks,
  listHookStorage,
];

/** Lists with a stream. */
const FOLLOWED: readonly ListRoute[] = [
  listBlocks,
  listResults,
  listContractResults,
  listLogs,
  listLogsShortly,
  listContractLogs,
  listTransactions,
  listMessages,
  listAccountTransfers,
  listTokenTransfers,
];

/** Every event stream. */
export const STREAMS: readonly StreamRoute[] = [
  ...FOLLOWED.flatMap(({ stream }) => stream ?? []),
  streamTokenTransfers,
  streamNftTransfers,
];

/** Returns the dialect of the error for a path without a route. */
export function dialectOfPath(path: string): Dialect {
  return path.startsWith('/api/v1/network/') || path === '/api/v1/topics/' ? NETWORK : LEDGER;
}
