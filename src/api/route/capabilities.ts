/** What a server may be able to do beyond the queries that every server answers, by name in the answer. */
export const FEATURES = {
  contract_calls: 'Calls of contracts: `POST /contracts/call`.',
  opcode_traces:
    'Traces of a transaction: `/contracts/results/{transactionIdOrHash}/opcodes` and `…/prestate`.',
  event_streams:
    'Streams of blocks, transactions, results, logs, messages and transfers that a client follows: `…/stream`.',
  proofs: 'Proofs that clients check themselves: `…/proof`.',
  grpc: 'The gRPC interface: topics and nodes.',
} as const;

export type Feature = keyof typeof FEATURES;

/** What the program that runs this server says of itself. */
export interface ServerCapabilities {
  /** Roles of the process that answers: `api`, `ingest`, `status`… */
  readonly roles: readonly string[];
  /** Features that there are now; what is not named is missing. */
  readonly features: Readonly<Partial<Record<Feature, boolean>>>;
}
