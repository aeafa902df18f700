import { loadPackage, outcome, report, task } from './program.ts';

/** Calls all routes of the mirror client of @hashgraphonline/standards-sdk. */

type Call = (...values: unknown[]) => Promise<unknown>;
interface Client {
  readonly [method: string]: Call;
}
interface StandardsSdk {
  readonly HederaMirrorNode: new (network: string, logger: undefined, config: object) => object;
  readonly Logger: new (options: object) => object;
}

const { HederaMirrorNode } = await loadPackage<StandardsSdk>('@hashgraphonline/standards-sdk');
const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
const client = new HederaMirrorNode('testnet', quiet as unknown as undefined, {
  customUrl: task.url,
}) as Client & { configureRetry(options: object): void };
// By default the client requests missing entities four times, with delays.
client.configureRetry({ maxRetries: 1, initialDelayMs: 1, maxDelayMs: 1, backoffFactor: 1 });

const { ids } = task;
const calls: Readonly<Record<string, readonly [method: string, ...values: unknown[]]>> = {
  key: ['getPublicKey', ids.addressed],
  memo: ['getAccountMemo', ids.account],
  balance: ['getAccountBalance', ids.account],
  account: ['requestAccount', ids.account],
  tokens: ['getAccountTokens', ids.holder, 2],
  nfts: ['getAccountNfts', ids.owner, ids.nftToken, 2],
  nftOwner: ['validateNFTOwnership', ids.owner, ids.nftToken, ids.serial],
  outstanding: [
    'getOutstandingTokenAirdrops',
    ids.sender,
    { limit: 5, order: 'asc', receiverId: ids.receiver },
  ],
  pending: ['getPendingTokenAirdrops', ids.receiver, { limit: 5, order: 'desc', senderId: ids.sender }],
  topic: ['getTopicInfo', ids.topic],
  topicFees: ['getTopicFees', ids.topic],
  messages: ['getTopicMessages', ids.topic, { sequenceNumber: 1, limit: 2, order: 'asc' }],
  someMessages: [
    'getTopicMessagesByFilter',
    ids.topic,
    { sequenceNumber: 'lte:3', startTime: '1', endTime: '9999999999', limit: 2, order: 'asc' },
  ],
  token: ['getTokenInfo', ids.token],
  nft: ['getNftInfo', ids.nftToken, ids.serial],
  tokenNfts: [
    'getNftsByToken',
    ids.nftToken,
    { accountId: ids.owner, limit: 100, order: 'asc', serialNumber: 'gte:1' },
  ],
  schedule: ['getScheduleInfo', ids.schedule],
  scheduled: ['getScheduledTransactionStatus', ids.schedule],
  transaction: ['getTransaction', ids.call],
  byHash: ['getContractResult', ids.callHash],
  atTime: ['getTransactionByTimestamp', ids.moment],
  blocks: ['getBlocks', { limit: 3, order: 'asc', blockNumber: 'gte:1', timestamp: 'gte:1' }],
  block: ['getBlock', '1'],
  contracts: ['getContracts', { contractId: `gte:${ids.contract}`, limit: 2, order: 'asc' }],
  contract: ['getContract', ids.contractAddress, ids.moment],
  results: ['getContractResults', { internal: true, limit: 5, order: 'desc', timestamp: 'gt:1' }],
  result: ['getContractResult', ids.call, 0],
  resultsOfContract: [
    'getContractResultsByContract',
    ids.contract,
    { internal: true, limit: 5, order: 'asc' },
  ],
  state: ['getContractState', ids.contract, { limit: 2, order: 'asc' }],
  actions: ['getContractActions', ids.call, { limit: 2, order: 'asc', index: 'gte:0' }],
  logs: ['getContractLogs', { limit: 5, order: 'desc' }],
  logsOfContract: ['getContractLogsByContract', ids.contract, { limit: 5, order: 'asc', timestamp: 'gt:1' }],
  price: ['getHBARPrice', new Date(Math.ceil(Number(ids.moment)) * 1000)],
  nodes: ['getNetworkInfo'],
  fees: ['getNetworkFees', ids.moment],
  supply: ['getNetworkSupply', ids.moment],
  stake: ['getNetworkStake'],
  executed: ['readSmartContractQuery', ids.coin, '0x06fdde03', ids.account],
  opcodes: ['getOpcodeTraces', ids.callHash, { stack: true, memory: false, storage: false }],
  missing: ['getTokenInfo', '0.0.99999999'],
};
const found: Record<string, unknown> = {};
for (const [name, [method, ...values]] of Object.entries(calls)) {
  const call = client[method];
  if (call === undefined) throw new Error(`no method ${method}`);
  found[name] = await outcome(call.apply(client, values));
}
report(found);
