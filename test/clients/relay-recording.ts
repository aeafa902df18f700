import { ACCOUNT, ACTIONS, BLOCK, BLOCKS, DETAILS, RESULTS, SPAN, within } from './answer-fields.ts';

/**
 * Recorded requests of the JSON-RPC relay (0.80, hiero-ledger/hiero-json-rpc-relay) to a mirror and a node, for a
 * wallet's deployments, calls, failures, account creation and delegation. `{name}` stands for a sent value. Each has
 * the relay's method, the required fields of the response, and required values.
 */
export interface RecordedRequest {
  readonly rpc: string;
  /** Method and path of the request to the mirror. */
  readonly request: string;
  readonly fields?: readonly string[];
  /**
   * Required values by path (`*`: any item), as text; `{name}` as in the request. Checked only if the sent transaction
   * has that name.
   */
  readonly holds?: Readonly<Record<string, string>>;
  /** Expected status; 200 by default. */
  readonly status?: number;
  /** JSON body, in which `{name}` is replaced, too. */
  readonly body?: string;
}

/** Procedures of the node, each called once per transaction. */
export const RECORDED_CALLS = [
  '/proto.SmartContractService/callEthereum',
  '/proto.CryptoService/getTransactionReceipts',
] as const;

const LOG_FIELDS = within(
  'logs[]',
  ...['address!', 'block_hash!', 'block_number!', 'contract_id!', 'data!', 'index!', 'timestamp!', 'topics!'],
  ...['transaction_hash!', 'transaction_index!'],
);
const RESULT_HOLDS = {
  hash: '{hash}',
  from: '{senderLongZero}',
  nonce: '{nonce}',
  type: '{type}',
  status: '{status}',
  chain_id: '0x12a',
  function_parameters: '{data}',
  block_number: '{block}',
  block_hash: '{blockHash}',
  gas_used: '{gasUsed}',
};
const LOG_HOLDS = {
  'logs.0.address': '{logAddress}',
  'logs.0.data': '{logData}',
  'logs.0.topics.0': '{topic}',
};
/** A block may contain other logs, too. */
const BLOCK_LOG_HOLDS = { 'logs.*.address': '{logAddress}', 'logs.*.data': '{logData}' };
const OPCODES = ['gas!', 'failed!', 'return_value!', 'contract_id', 'address', 'opcodes[]'];

/** Requests at the start of the relay. */
export const RECORDED_AT_START: readonly RecordedRequest[] = [
  { rpc: '', request: 'GET /health/readiness' },
  {
    rpc: '',
    request: 'GET /api/v1/network/exchangerate',
    fields: ['current_rate.cent_equivalent!', 'current_rate.hbar_equivalent!'],
  },
  { rpc: '', request: 'GET /api/v1/accounts/0.0.2?transactions=false', fields: ACCOUNT },
];

/** Requests for each sent transaction. */
export const RECORDED_OF_TRANSACTION: readonly RecordedRequest[] = [
  {
    rpc: 'eth_sendRawTransaction',
    request: 'GET /api/v1/transactions/{id}?nonce=0',
    fields: ['transactions[+].result!', 'transactions[+].consensus_timestamp!'],
    holds: { 'transactions.0.result': '{result}', 'transactions.0.name': 'ETHEREUMTRANSACTION' },
  },
  {
    rpc: 'eth_getTransactionReceipt',
    request: 'GET /api/v1/contracts/results/{hash}?hbar=false',
    fields: DETAILS,
    holds: RESULT_HOLDS,
  },
  {
    rpc: 'eth_getTransactionReceipt',
    request: 'GET /api/v1/contracts/results/logs?transaction.hash={hash}&limit=100&order=asc',
    fields: LOG_FIELDS,
    holds: LOG_HOLDS,
  },
  {
    rpc: 'debug_traceTransaction',
    request: 'GET /api/v1/contracts/results/{hash}/actions',
    fields: ACTIONS,
    holds: { 'actions.0.call_depth': '0', 'actions.0.result_data_type': '{ended}' },
  },
  {
    rpc: 'debug_traceTransaction',
    request: 'GET /api/v1/contracts/results/{hash}/opcodes?memory=false&stack=true&storage=true',
    fields: OPCODES,
    holds: { failed: '{failed}' },
  },
  {
    rpc: 'debug_traceTransaction',
    request: 'GET /api/v1/accounts/{senderLongZero}?timestamp={time}&transactions=false',
    fields: ['account!', 'balance.balance!', 'ethereum_nonce!'],
  },
  { rpc: 'eth_getTransactionReceipt', request: 'GET /api/v1/blocks/{blockHash}', fields: BLOCK },
  {
    rpc: 'eth_getBlockByNumber',
    request: 'GET /api/v1/blocks/{block}',
    fields: BLOCK,
    holds: { number: '{block}' },
  },
  {
    rpc: 'eth_getTransactionReceipt',
    request: 'GET /api/v1/network/fees?timestamp={second}',
    fields: ['fees[+].gas!'],
  },
  {
    rpc: 'eth_getBlockByHash',
    request: 'GET /api/v1/network/fees?timestamp=lte:{to}',
    fields: ['fees[+].gas!'],
  },
  {
    rpc: 'eth_getBlockByHash',
    request: `GET /api/v1/contracts/results?${SPAN}&limit=100&order=asc&hbar=false`,
    fields: RESULTS,
    holds: { 'results.*.hash': '{hash}' },
  },
  {
    rpc: 'eth_getBlockReceipts',
    request:
      'GET /api/v1/contracts/results?timestamp=lte:{to}&timestamp=gte:{from}&limit=100&order=asc&hbar=false',
    fields: RESULTS,
    holds: { 'results.*.hash': '{hash}' },
  },
  {
    rpc: 'eth_getBlockByHash',
    request: `GET /api/v1/contracts/results/logs?${SPAN}&limit=100&order=asc`,
    fields: LOG_FIELDS,
    holds: BLOCK_LOG_HOLDS,
  },
  {
    rpc: 'eth_getBlockReceipts',
    request: 'GET /api/v1/contracts/results/logs?timestamp=lte:{to}&timestamp=gte:{from}&limit=100&order=asc',
    fields: LOG_FIELDS,
    holds: BLOCK_LOG_HOLDS,
  },
  {
    rpc: 'eth_getTransactionReceipt',
    request: 'GET /api/v1/contracts/results?block.number={block}&limit=100&order=asc&hbar=false',
    fields: RESULTS,
    holds: { 'results.*.hash': '{hash}' },
  },
  {
    rpc: 'eth_getTransactionByBlockHashAndIndex',
    request:
      'GET /api/v1/contracts/results?block.hash={blockHash}&transaction.index={index}&limit=100&order=asc&hbar=false',
    fields: RESULTS,
    holds: { 'results.0.hash': '{hash}' },
  },
  {
    rpc: 'eth_getTransactionByBlockNumberAndIndex',
    request:
      'GET /api/v1/contracts/results?block.number={block}&transaction.index={index}&limit=100&order=asc&hbar=false',
    fields: RESULTS,
    holds: { 'results.0.hash': '{hash}' },
  },
  {
    rpc: 'eth_getLogs',
    request: `GET /api/v1/contracts/{coin}/results/logs?${SPAN}&topic0={anyTopic}&limit=100&order=asc`,
    fields: LOG_FIELDS,
  },
  {
    rpc: 'eth_getFilterLogs',
    request: `GET /api/v1/contracts/{coin}/results/logs?${SPAN}&limit=100&order=asc`,
    fields: LOG_FIELDS,
  },
];

/** Requests made once, after all transactions. */
export const RECORDED_AFTERWARDS: readonly RecordedRequest[] = [
  { rpc: 'eth_blockNumber', request: 'GET /api/v1/blocks?limit=1&order=desc', fields: BLOCKS },
  {
    rpc: 'eth_gasPrice',
    request: 'GET /api/v1/network/fees',
    fields: ['fees[+].gas!', 'fees[+].transaction_type!'],
  },
  {
    rpc: 'eth_getTransactionCount',
    request: 'GET /api/v1/accounts/{sender}?transactions=false',
    fields: ACCOUNT,
    holds: { ethereum_nonce: '{nonces}', delegation_address: '{coin}' },
  },
  {
    rpc: 'eth_getBalance',
    request: 'GET /api/v1/accounts/{hollow}?transactions=false',
    fields: ACCOUNT,
    holds: { 'balance.balance': '100000000', evm_address: '{hollow}' },
  },
  {
    rpc: 'eth_getCode',
    request: 'GET /api/v1/contracts/{coin}',
    fields: ['contract_id!', 'runtime_bytecode!', 'bytecode!', 'evm_address!'],
    holds: { evm_address: '{coin}' },
  },
  {
    rpc: 'debug_traceTransaction',
    request: 'GET /api/v1/contracts/{coin}?timestamp={time}',
    fields: ['contract_id!', 'evm_address!'],
  },
  {
    rpc: 'debug_traceTransaction',
    request: 'GET /api/v1/tokens/{senderId}',
    fields: ['_status.messages[+].message!'],
    status: 404,
  },
  {
    rpc: 'eth_getCode',
    request: 'GET /api/v1/schedules/{senderId}',
    fields: ['_status.messages[+].message!'],
    status: 404,
  },
  {
    rpc: 'eth_getStorageAt',
    request: 'GET /api/v1/contracts/{coin}/state?slot=0x2&limit=100&order=desc',
    fields: ['state[+].value!', 'state[+].slot!'],
    holds: { 'state.0.value': '{supply}' },
  },
  {
    rpc: 'eth_call',
    request: 'POST /api/v1/contracts/call',
    body: '{"to":"{coin}","data":"{balanceOf}","estimate":false,"block":"latest"}',
    holds: { result: '{balance}' },
  },
  {
    rpc: 'eth_call',
    request: 'POST /api/v1/contracts/call',
    body: '{"to":"{coin}","from":"{sender}","data":"{failing}","estimate":false,"block":"latest"}',
    status: 400,
    holds: { '_status.messages.0.message': 'CONTRACT_REVERT_EXECUTED' },
  },
  {
    rpc: 'eth_estimateGas',
    request: 'POST /api/v1/contracts/call',
    body: '{"to":"{coin}","from":"{sender}","data":"{balanceOf}","estimate":true}',
    fields: ['result!'],
  },
];

/** Returns a request without the parts that differ between runs. */
export function shapeOf(request: string): string {
  return request
    .replaceAll(/\{\w+\}/g, '*')
    .replaceAll(/0x[0-9a-fA-F]{40,}/g, '*')
    .replaceAll(/(topic0=)[^&]*/g, '$1*')
    .replaceAll(/\d+\.\d+\.\d+-\d+-\d+/g, '*')
    .replaceAll(/(tokens|schedules)\/[^?]+/g, '$1/*')
    .replaceAll(/\d{10}\.\d{9}/g, '*')
    .replaceAll(/timestamp=\d+$/g, 'timestamp=*')
    .replaceAll(/(blocks\/|block\.number=|transaction\.index=)\d+/g, '$1*');
}
