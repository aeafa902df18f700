/** Reason for differences between our description and the public mirror's. */
export interface KnownDifference {
  /** Pattern of the lines of `compareDocuments` that it explains. */
  readonly pattern: RegExp;
  /** One or two sentences, verbatim as in docs/differences.md. */
  readonly reason: string;
  /** Text on the page instead of its lines, if these add no information. */
  readonly shownAs?: string;
}

/** The first entry that matches a line explains it. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    pattern:
      /^GET \/(contracts\/logs|contracts\/\{\}\/results\/opcodes|tokens\/(balances|nfts.*)): operation here$/,
    reason: 'Paths of the interface text that the public mirror has only under other names.',
  },
  {
    pattern: /^GET \/contracts\/results\/\{\}\/prestate: operation here$|\.child: field here$/,
    reason: 'The public mirror added it after 0.160, the release whose description is compared.',
  },
  {
    pattern: /^GET \/network\/capabilities: operation here$/,
    reason: 'An addition of Tain: the features of this server, so that a client can disable missing ones.',
  },
  {
    pattern:
      /^GET \/(tokens\/(\{\}\/(holders|transfers)|search)|accounts\/\{\}\/transfers|(topics|contracts)\/search): operation here$/,
    reason: 'An addition of Tain: lists that the public mirror does not have.',
  },
  {
    pattern: /\.delegation_address: required there$/,
    reason: 'An operator may hide it, as with the public mirror (`TAIN_DELEGATION_ADDRESS`).',
  },
  {
    pattern: /\?waitfor: parameter here$/,
    reason: 'An addition of Tain: the answer waits until a block or a transaction is visible.',
    shownAs: 'every GET ?waitfor: parameter here',
  },
  {
    pattern: /\?exact: parameter here$/,
    reason: 'An addition of Tain: balances exactly at `timestamp`.',
  },
  {
    pattern: /\/network\/supply \?q: parameter here$/,
    reason: 'The public mirror has it, too, but does not describe it: one amount as plain text.',
  },
  {
    pattern: /^GET \/contracts\/\{\}\/results \?hbar: parameter here$/,
    reason: 'The public mirror accepts it, too, and the JSON-RPC relay sends it.',
  },
  {
    pattern: /^GET \/contracts\/\{\}\/results 200\.results\[\]\.\w+: field there$/,
    reason:
      'The public mirror describes the fields of all results for those of one contract, too, but returns only these fields.',
  },
  {
    pattern: /\?[\w.]+: list here$/,
    reason:
      'The public mirror accepts several values, as its checks show, but describes one; our document describes several.',
  },
  {
    pattern: /\/network\/nodes \?limit: default 10 here, 25 there$/,
    reason: 'The public mirror returns 10 nodes without `limit`, contrary to its description.',
  },
  {
    pattern:
      /\/topics\/\{\}\/messages \?encoding: default|\/topics\/\{\}\/messages \?encoding: values listed here$/,
    reason: 'Both have these values and this default; only our document describes them.',
  },
  {
    pattern: /\?transactiontype: values CLPRENDPOINTPUBLICATION here$/,
    reason: 'Type 91, of networks that are newer than the description.',
  },
  {
    pattern: /\/network\/registered-nodes \?type: values UNKNOWN here$/,
    reason: 'The public mirror accepts it, too.',
  },
  {
    pattern:
      /\/tokens \?type: values listed here$|\/tokens 200\.tokens\[\]\.type: values listed here$|\.status: values listed here$/,
    reason: 'Both have these values; only our document describes them.',
  },
  {
    pattern: /\.(name|type): values listed there$/,
    reason:
      'A newer network may have transaction types that no program knows yet, shown as `UNKNOWN`: clients should take any text.',
  },
  {
    pattern:
      /\.(bytecode|runtime_bytecode|bloom|call_result|function_parameters|data|input|result_data|created_contract_ids|created_contract_ids\[\]|chain_id|block_hash|type): nullable there$/,
    reason:
      'Never null in our answers: `0x` or an empty list is used instead, and every result has a block and a chain.',
    shownAs:
      'contracts, results, logs, actions: {block_hash, bloom, bytecode, call_result, chain_id, created_contract_ids, data, function_parameters, input, result_data, runtime_bytecode, type}: nullable there',
  },
  {
    pattern: /\/accounts\/\{\} 200\.balance: nullable there$/,
    reason: 'Null in the list of accounts alone, with `balance=false`.',
  },
  {
    pattern: /\.(staking_period\.to|node_cert_hash|public_key): nullable there$/,
    reason: 'Never null in our answers: a staking period has an end, and an unknown text is `0x`.',
  },
  {
    pattern: /: nullable there$/,
    reason: 'The public mirror describes every entity id as nullable; these cannot be null.',
    shownAs:
      'every GET: ids of entities that an item always has; {modified_timestamp, timestamp_range} of NFTs and hooks; value of hook storage: nullable there',
  },
  {
    pattern:
      /\/airdrops\/\w+ 200\.airdrops\[\]\.amount: nullable here$|\.kyc_status: nullable here$|\.failed_initcode: nullable here$|\.grpc_proxy_endpoint: nullable here$|\.(block_node|general_service|mirror_node|rpc_relay): nullable here$/,
    reason:
      'Null in answers of the public mirror, too: airdrops of NFTs, unknown tokens, results without initcode, nodes without a proxy, services that an endpoint lacks.',
  },
  {
    pattern: /\.pending_reward: nullable here$/,
    reason:
      "Null if the database begins in the middle of the network's history and the account is older, as are balances.",
  },
  {
    pattern: /: nullable here$/,
    reason:
      'The database may lack the value (columns without a value, missing rows of other tables); the answer is then null, as from the public mirror.',
  },
];
