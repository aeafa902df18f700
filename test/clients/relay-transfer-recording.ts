/**
 * Recorded requests of the JSON-RPC relay (0.80, hiero-ledger/hiero-json-rpc-relay) to a mirror about a HAPI transfer
 * of tokens. Each occurs once, with the method that sent it first. `{name}` stands for a value of the transfer: `from`
 * and `to` of its block, `second` of the block's start, `hash` and `blockHash` of 32 bytes, `wholeBlockHash` of 48,
 * `sender` and `token` as addresses of 20 bytes, `senderId` and `tokenId` as `0.0.n`.
 */
export const RECORDED_OF_TRANSFER: readonly { readonly rpc: string; readonly request: string }[] = [
  { rpc: 'eth_getTransactionByHash', request: '/api/v1/contracts/results/{hash}?hbar=false' },
  { rpc: 'eth_getTransactionByHash', request: '/api/v1/contracts/{sender}' },
  { rpc: 'eth_getTransactionByHash', request: '/api/v1/contracts/{token}' },
  { rpc: 'eth_getTransactionByHash', request: '/api/v1/accounts/{sender}?transactions=false' },
  { rpc: 'eth_getTransactionByHash', request: '/api/v1/accounts/{token}?transactions=false' },
  { rpc: 'eth_getTransactionByHash', request: '/api/v1/tokens/{senderId}' },
  { rpc: 'eth_getTransactionByHash', request: '/api/v1/tokens/{tokenId}' },
  { rpc: 'eth_getTransactionReceipt', request: '/api/v1/blocks/{wholeBlockHash}' },
  { rpc: 'eth_getTransactionReceipt', request: '/api/v1/network/fees?timestamp={second}' },
  // Sent if the transfer is not the first transaction of its block.
  {
    rpc: 'eth_getTransactionReceipt',
    request: '/api/v1/contracts/results?block.number={block}&limit=100&order=asc&hbar=false',
  },
  { rpc: 'eth_getBlockByNumber', request: '/api/v1/blocks?limit=1&order=desc' },
  { rpc: 'eth_getBlockByNumber', request: '/api/v1/blocks/{block}' },
  {
    rpc: 'eth_getBlockByNumber',
    request:
      '/api/v1/contracts/results?timestamp=gte:{from}&timestamp=lte:{to}&limit=100&order=asc&hbar=false',
  },
  {
    rpc: 'eth_getBlockByNumber',
    request: '/api/v1/contracts/results/logs?timestamp=gte:{from}&timestamp=lte:{to}&limit=100&order=asc',
  },
  { rpc: 'eth_getBlockByNumber', request: '/api/v1/network/fees?timestamp=lte:{to}' },
  {
    rpc: 'eth_getBlockReceipts',
    request:
      '/api/v1/contracts/results?timestamp=lte:{to}&timestamp=gte:{from}&limit=100&order=asc&hbar=false',
  },
  {
    rpc: 'eth_getBlockReceipts',
    request: '/api/v1/contracts/results/logs?timestamp=lte:{to}&timestamp=gte:{from}&limit=100&order=asc',
  },
  {
    rpc: 'eth_getTransactionByBlockNumberAndIndex',
    request:
      '/api/v1/contracts/results?block.number={block}&transaction.index={index}&limit=100&order=asc&hbar=false',
  },
  {
    rpc: 'eth_getTransactionByBlockHashAndIndex',
    request:
      '/api/v1/contracts/results?block.hash={blockHash}&transaction.index={index}&limit=100&order=asc&hbar=false',
  },
  { rpc: 'eth_getLogs', request: '/api/v1/blocks/{blockHash}' },
  { rpc: 'debug_traceTransaction', request: '/api/v1/contracts/results/{hash}/actions' },
  {
    rpc: 'debug_traceTransaction',
    request: '/api/v1/contracts/results/{hash}/opcodes?memory=false&stack=true&storage=true',
  },
];
