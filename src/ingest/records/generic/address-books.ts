import type { AddressBook } from '../../decode/address-book.ts';
import type { AddressBookUpdates } from '../../verify/address-books.ts';
import type { Context } from '../context.ts';

/** Adds the changes of files 0.0.101 and 0.0.102 by a block, and the resulting books. */
export function addAddressBooks(updates: AddressBookUpdates, context: Context): void {
  for (const data of updates.fileData) {
    context.rows.add('file_data', {
      file_data: data.fileData,
      consensus_timestamp: data.consensusTimestamp,
      entity_id: data.entityId,
      transaction_type: data.transactionType,
    });
  }
  for (const { book, previousStart } of updates.books) {
    if (previousStart !== null) {
      context.state.address_book.adjust({ start_consensus_timestamp: previousStart }, (row) => {
        row.end_consensus_timestamp = book.startConsensusTimestamp - 1n;
      });
    }
    addBook(book, context);
  }
}

function addBook(book: AddressBook, { rows, state }: Context): void {
  const start = book.startConsensusTimestamp;
  state.address_book.version(start, {
    start_consensus_timestamp: start,
    file_id: book.fileId,
    node_count: book.entries.length,
    file_data: book.fileData,
  });
  for (const entry of book.entries) {
    rows.add('address_book_entry', {
      consensus_timestamp: start,
      memo: entry.memo,
      public_key: entry.publicKey,
      node_id: entry.nodeId,
      node_account_id: entry.nodeAccountId,
      node_cert_hash: entry.nodeCertHash,
      description: entry.description,
      stake: entry.stake,
    });
    for (const endpoint of entry.endpoints) {
      rows.add('address_book_service_endpoint', {
        consensus_timestamp: start,
        ip_address_v4: endpoint.ipAddressV4,
        node_id: entry.nodeId,
        port: endpoint.port,
        domain_name: endpoint.domainName,
      });
    }
  }
}
