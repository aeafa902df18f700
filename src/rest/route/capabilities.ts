/** Optional features of a server, by their name in the answer. */
export const FEATURES = {
  contract_calls: 'Calls of contracts: `POST /contracts/call`.',
  opcode_traces:
    'Traces of a transaction: `/contracts/results/{transactionIdOrHash}/opcodes` and `…/prestate`.',
  event_streams:
    'Streams of blocks, transactions, results, logs, messages and transfers that a client follows: `…/stream`.',
  proofs: 'Proofs that clients check themselves: `…/proof`.',
  grpc: 'The gRPC interface: topics and nodes.',
  token_holders: 'An index by which `/tokens/{tokenId}/holders` reads little more than it returns.',
  token_search: 'Indexes by which `/tokens/search` reads little more than it returns.',
  token_transfers: 'Indexes by which `/tokens/{tokenId}/transfers` reads little more than it returns.',
  csv: 'Lists as CSV: `Accept: text/csv`.',
} as const;

export type Feature = keyof typeof FEATURES;

/** Features of the database, which the program does not report. */
export type DatabaseFeature = 'token_holders' | 'token_search' | 'token_transfers';

/** Features of every server, which the program does not report, either. */
export type OwnFeature = 'csv';

/** Capabilities that the program reports for its server. */
export interface ServerCapabilities {
  /** Roles of the process: `api`, `ingest`, `status`… */
  readonly roles: readonly string[];
  /** Available features; features without an entry are missing. */
  readonly features: Readonly<Partial<Record<Exclude<Feature, DatabaseFeature | OwnFeature>, boolean>>>;
}
