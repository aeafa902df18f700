/** One address at which a node can be reached: an IPv4 address or a domain name (the other is empty). */
export interface ServiceEndpoint {
  readonly ipAddressV4: string;
  readonly domainName: string;
  readonly port: number;
}

/** A node of an address book, as table `address_book_entry` holds it. */
export interface AddressBookEntry {
  readonly nodeId: bigint;
  /** Packed entity id. */
  readonly nodeAccountId: bigint;
  readonly memo: string;
  /** Hex of the DER SubjectPublicKeyInfo of the node's RSA key; empty when the book has none. */
  readonly publicKey: string;
  readonly nodeCertHash: Uint8Array;
  readonly description: string;
  /** Tinybars; deprecated in the ledger and 0 in newer books. */
  readonly stake: bigint;
  readonly endpoints: readonly ServiceEndpoint[];
}

/** An address book, in force for stream instants from `startConsensusTimestamp` until a later one. */
export interface AddressBook {
  /** Nanoseconds: 1 for the book to begin with, else the consensus time of its transaction + 1. */
  readonly startConsensusTimestamp: bigint;
  /** Packed id of file 0.0.101 or 0.0.102. */
  readonly fileId: bigint;
  /** The serialized `NodeAddressBook`. */
  readonly fileData: Uint8Array;
  /** By node id, ascending; each node once. */
  readonly entries: readonly AddressBookEntry[];
}
