import type { Expected } from '../../suites/mocha-suite.ts';

/** A suite of the relay: the tests of a file whose full title matches. */
export interface Suite {
  readonly name: string;
  readonly spec: string;
  readonly grep: string;
}

const PROTOCOL = 'tests/protocol/index.spec.ts';
const WEBSOCKET = 'tests/ws-server/acceptance/index.spec.ts';
const ACCEPTANCE = 'tests/server/acceptance/index.spec.ts';

export const SUITES: readonly Suite[] = [
  ...['account', 'block', 'common', 'contract', 'fee', 'transaction'].map((service) => ({
    name: `protocol, ${service}`,
    spec: PROTOCOL,
    grep: `@protocol-acceptance-${service}-service`,
  })),
  {
    name: 'protocol, others',
    spec: PROTOCOL,
    grep: '^(?!.*@ratelimiter).*@protocol-acceptance-eth-plain',
  },
  { name: 'conformityTests', spec: ACCEPTANCE, grep: '@api-conformity' },
  { name: 'rpc_batch1', spec: ACCEPTANCE, grep: '@api-batch-1' },
  { name: 'rpc_batch2', spec: ACCEPTANCE, grep: '@api-batch-2' },
  { name: 'rpc_batch3', spec: ACCEPTANCE, grep: '@api-batch-3' },
  // A hook of the tests of limits fails, which stops its suite.
  { name: 'WebSocket', spec: WEBSOCKET, grep: '^(?!.*Connection (limit|TTL)).*@web-socket-batch' },
  { name: 'WebSocket, limits', spec: WEBSOCKET, grep: '@web-socket-batch.*Connection (limit|TTL)' },
  { name: 'debug', spec: ACCEPTANCE, grep: '@debug API' },
  { name: 'sendRawTransactionExtension', spec: ACCEPTANCE, grep: '@sendRawTransactionExtension' },
  { name: 'erc20', spec: ACCEPTANCE, grep: '@erc20' },
  { name: 'jsonRpcCompliance', spec: ACCEPTANCE, grep: '@json-rpc-compliance' },
  {
    name: 'htsPrecompile',
    spec: ACCEPTANCE,
    grep: '@precompile-calls|@tokencreate|@tokenmanagement|@htsprecompilev1',
  },
  { name: 'estimateGasPrecompile', spec: ACCEPTANCE, grep: 'EstimatePrecompileContract tests' },
];

const IN_PROCESS = 'needs a setting of the relay, or its server, in its own process';

export const EXPECTED: readonly Expected[] = [
  {
    title: /txpool_\* RPC methods TXPOOL_API_ENABLED = true/,
    kind: 'left out',
    reason: 'needs a relay with TXPOOL_API_ENABLED; by default it refuses these methods, too',
  },
  {
    title: /Transaction Pool feature .*(CN reverted transactions?$|WRONG_NONCE)/,
    kind: 'left out',
    reason: 'needs USE_ASYNC_TX_PROCESSING: a hash for a transaction that consensus then refuses',
  },
  {
    title: /local-node fee schedule updates .* with updated fees$/,
    kind: 'left out',
    reason: 'asserts the price before the update, which the relay keeps for 30 minutes',
  },
  {
    title: /WS_BATCH_REQUESTS_MAX_SIZE=1|WS_BATCH_REQUESTS_ENABLED=false|WS_MULTIPLE_ADDRESSES_ENABLED=false/,
    kind: 'left out',
    reason: IN_PROCESS,
  },
  { title: /WS_NEW_HEADS_ENABLED=false|WS_SUBSCRIPTION_LIMIT=2/, kind: 'left out', reason: IN_PROCESS },
  {
    title: /Extension .* (Read-Only mode|Paymaster|Multiple paymasters) /,
    kind: 'left out',
    reason: IN_PROCESS,
  },
  { title: /when DEBUG_API_ENABLED is false /, kind: 'left out', reason: IN_PROCESS },
  {
    title:
      /eth_sendRawTransaction .*(in Read-Only mode|Paymaster |Multiple paymasters |Check subsidizing gas fees )/,
    kind: 'left out',
    reason: IN_PROCESS,
  },
  {
    title: /should never experience "jumping" number of transaction/,
    kind: 'left out',
    reason: 'asks txpool_status, which needs a relay with TXPOOL_API_ENABLED',
  },
  {
    title: /With ON_VALID_JSON_RPC_HTTP_RESPONSE_STATUS_CODE = 200 /,
    kind: 'left out',
    reason: 'skips itself: its condition `!status !== 200` is always true',
  },
  { title: /eth_subscribe Connection (limit|TTL)/, kind: 'left out', reason: IN_PROCESS },
  {
    title: /Connection Establishes multiple|Closes connections to the server|eth_subscribe "after each" hook/,
    kind: 'left out',
    reason: IN_PROCESS,
  },
  {
    title: /EstimatePrecompileContract tests /,
    kind: 'left out',
    reason:
      'deploys a contract with 5,000,000 gas that needs 5,133,633 (also by @ethereumjs/evm): 416,664 intrinsic, 200 for each of 22,336 bytes of code, which the ledger charges since it has Prague, and 249,769 for the init code; CI of the relay does not run it',
  },
  {
    title: /eth_getBalance .*(the second parameter is missing|params=\[0x0{40}\])/,
    kind: 'fails',
    reason: 'a block is optional here',
  },
  {
    title: /local-node fee schedule updates .*(newest block > latest|zero block count)$/,
    kind: 'fails',
    reason: 'gives null as percentiles, which the relay 0.80 refuses, too',
  },
  {
    title: /a call with CONTRACT_NEGATIVE_VALUE status$/,
    kind: 'fails',
    reason: 'the simulated node records no contract result for that status',
  },
  {
    title: /should execute web3_clientVersion/,
    kind: 'fails',
    reason: 'the version begins with anvil/ on a local network',
  },
  {
    title: /should return all the synthetic tx logs when querying for its receipt$/,
    kind: 'fails',
    reason: 'expects 404 of REST for a synthetic result: 206 since release 0.164 of the mirror',
  },
  {
    title: /should return empty on "eth_accounts"$/,
    kind: 'fails',
    reason: 'a local network lists its published accounts',
  },
  {
    title: /not support "eth_(simulateV1|sendTransaction|sign|signTransaction|getProof|createAccessList)"$/,
    kind: 'fails',
    reason: 'the method exists here, or says why not',
  },
  {
    title: /eth_sendRawTransaction .* when transaction has invalid format$/,
    kind: 'fails',
    reason: "expects the words of ethers' parser",
  },
  {
    title: /should delete the file created while execute "eth_sendRawTransaction"/,
    kind: 'fails',
    reason: 'expects that call data goes into a file of the relay; here it is sent inline',
  },
  {
    title: /eth_getBlockReceipts and get-block-receipts-(n|future)/,
    kind: 'fails',
    reason:
      'validates blocks 1 and 21 (which is no future one here) by a schema of 2024, in which logs have no `blockTimestamp`; those of the relay 0.80 have it, too',
  },
  {
    title: /eth_getTransactionReceipt and get-hapi-receipt/,
    kind: 'fails',
    reason: 'expects the zero address as sender of a synthetic transaction; here it is the payer',
  },
  {
    title: /PrestateTracer( with onlyTopCall=(true|false))?$/,
    kind: 'fails',
    reason: 'expects a key `code` of accounts without code; the key is absent here, as in geth',
  },
  {
    title: /Unsupported Method Error message when subscribing for newPendingTransactions method$/,
    kind: 'fails',
    reason: 'newPendingTransactions is there on a local network',
  },
  {
    title: /eth_subscribe Logs with a non existent address should fail$/,
    kind: 'fails',
    reason: 'an address without a contract is accepted here: logs come once it has one',
  },
  {
    title: /Subscriptions for newHeads should subscribe to newHeads/,
    kind: 'fails',
    reason: 'calls `done` twice unless an empty head comes before that of its own transaction',
    dependsOnTiming: true,
  },
];
