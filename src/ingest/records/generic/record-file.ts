import { asBuffer } from '@tain/ledger/integer-bytes';
import type { AppendOnlyRow } from '../../../store/schema/append-only-tables.ts';
import type { AddressBook } from '../../decode/address-book.ts';
import type { Block, BlockPosition } from '../../decode/decoded-block.ts';
import type { AddressBookUpdates } from '../../verify/address-books.ts';
import type { Context } from '../context.ts';
import type { EvmBlock } from '../evm-block.ts';

const SHA384 = 0;
/** `sidecar_file.hash_algorithm`: the number of SHA-384 in the stream's HashAlgorithm. */
const SIDECAR_SHA384 = 1;

/**
 * Returns the row of a block in table `record_file`. `previous`: the block before it. Load times are milliseconds since
 * 1970.
 *
 * The first block after a record file names a previous root hash that is in no row; there `prev_hash` continues with
 * the record file's hash, as in the public mirror.
 */
export function recordFileRow(
  file: { readonly block: Block; readonly number: bigint },
  previous: BlockPosition | null,
  evm: EvmBlock,
  loadStart: number,
  loadEnd: number,
): AppendOnlyRow<'record_file'> {
  const { block } = file;
  const { hapiVersion: hapi } = block;
  const software = block.softwareVersion ?? hapi;
  const { record, root } = block.hashes;
  const recordBefore = record === null ? (previous?.recordHash ?? null) : null;
  return {
    name: block.name,
    load_start: BigInt(loadStart),
    load_end: BigInt(loadEnd),
    hash: hex((record ?? root).hash),
    prev_hash: recordBefore ?? hex((record ?? root).previousHash),
    consensus_start: block.consensusStart,
    consensus_end: block.consensusEnd,
    count: BigInt(block.items.length),
    digest_algorithm: SHA384,
    hapi_version_major: hapi?.major ?? null,
    hapi_version_minor: hapi?.minor ?? null,
    hapi_version_patch: hapi?.patch ?? null,
    version: block.version,
    file_hash: record ? hex(record.fileHash) : '',
    bytes: null,
    index: file.number,
    gas_used: evm.gasUsed,
    logs_bloom: evm.bloom,
    size: block.size,
    sidecar_count: block.sidecars.length,
    software_version_major: software?.major ?? null,
    software_version_minor: software?.minor ?? null,
    software_version_patch: software?.patch ?? null,
    round_start: block.rounds?.first ?? null,
    round_end: block.rounds?.last ?? null,
    previous_wrapped_record_block_hash: root && (record || recordBefore !== null) ? root.previousHash : null,
    wrapped_record_block_hash: record && root ? root.hash : null,
  };
}

export function sidecarRows(block: Block): AppendOnlyRow<'sidecar_file'>[] {
  return block.sidecars.map((sidecar) => ({
    bytes: null,
    count: sidecar.count,
    consensus_end: block.consensusEnd,
    hash_algorithm: SIDECAR_SHA384,
    hash: sidecar.hash,
    id: sidecar.id,
    name: sidecar.name,
    size: sidecar.size,
    types: sidecar.types,
  }));
}

function hex(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('hex');
}

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
