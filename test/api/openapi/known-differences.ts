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
    reason: 'Paths that the interface text names and the public mirror has under other names alone.',
  },
  {
    pattern: /^GET \/contracts\/results\/\{\}\/prestate: operation here$/,
    reason: 'The public mirror has it since a release after 0.160, whose description ours is compared with.',
  },
  {
    pattern: /^GET \/network\/capabilities: operation here$/,
    reason: 'Ours: what this server can do, so that a client can switch off what is missing.',
  },
  {
    pattern: /\.delegation_address: required there$/,
    reason: 'An operator may hide it, as with the public mirror (`TAIN_DELEGATION_ADDRESS`).',
  },
  {
    pattern: /\?waitfor: parameter here$/,
    reason: 'Ours: the answer waits until a block or a transaction is visible.',
    shownAs: 'every GET ?waitfor: parameter here',
  },
  {
    pattern: /\?exact: parameter here$/,
    reason: 'Ours: balances at the very instant of `timestamp`.',
  },
  {
    pattern: /\/network\/supply \?q: parameter here$/,
    reason: 'The public mirror has it, too, but does not describe it: one amount as plain text.',
  },
  {
    pattern: /^GET \/contracts\/\{\}\/results \?hbar: parameter here$/,
    reason: 'The public mirror understands it, too, and the JSON-RPC relay sends it.',
  },
  {
    pattern: /^GET \/contracts\/\{\}\/results 200\.results\[\]\.\w+: field there$/,
    reason:
      'The public mirror describes the fields of all results for those of one contract, too, but answers these fields alone.',
  },
  {
    pattern: /\?[\w.]+: list here$/,
    reason:
      'The public mirror accepts several values (its checks say so) where its description has one; ours says so.',
  },
  {
    pattern: /\/network\/nodes \?limit: default 10 here, 25 there$/,
    reason: 'The public mirror answers 10 nodes without `limit`, whatever it describes.',
  },
  {
    pattern:
      /\/topics\/\{\}\/messages \?encoding: default|\/topics\/\{\}\/messages \?encoding: values listed here$/,
    reason: 'The values and the default that both have; only ours are described.',
  },
  {
    pattern: /\?transactiontype: values CLPRENDPOINTPUBLICATION here$/,
    reason: 'Type 91, of networks that are newer than the description.',
  },
  {
    pattern: /\/network\/registered-nodes \?type: values UNKNOWN here$/,
    reason: 'The public mirror understands it, too.',
  },
  {
    pattern:
      /\/tokens \?type: values listed here$|\/tokens 200\.tokens\[\]\.type: values listed here$|\.status: values listed here$/,
    reason: 'The values that both have; only ours are described.',
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
      'Never null in our answers: `0x` or an empty list stands for nothing, and every result has a block and a chain.',
    shownAs:
      'contracts, results, logs, actions: {block_hash, bloom, bytecode, call_result, chain_id, created_contract_ids, data, function_parameters, input, result_data, runtime_bytecode, type}: nullable there',
  },
  {
    pattern: /\/accounts\/\{\} 200\.balance: nullable there$/,
    reason: 'Null in the list of accounts alone, with `balance=false`.',
  },
  {
    pattern: /\.(staking_period\.to|node_cert_hash|public_key): nullable there$/,
    reason: 'Never null in our answers: a staking period has an end, and a text that is not known is `0x`.',
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
      'Null in answers of the public mirror, too: airdrops of NFTs, tokens that are not known, results without initcode, nodes without a proxy, services that an endpoint does not have.',
  },
  {
    pattern: /\.pending_reward: nullable here$/,
    reason:
      "Null where the database begins in the middle of the network's history, and the account is older: so are balances there.",
  },
  {
    pattern: /: nullable here$/,
    reason:
      'The database allows that nothing is known (columns without a value, rows of other tables that are missing), and the answer is null then, as the public mirror answers.',
  },
];
