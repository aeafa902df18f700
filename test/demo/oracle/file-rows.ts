import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { proto } from '@tain/protos/hapi';
import { fileNames, nodeDir, type ReadFile, readFile } from '../read-stream.ts';
import { resultOf } from './contract-rows.ts';
import { arrayText, bytesText, type Row, text } from './rows.ts';
import { num, type Stream } from './stream.ts';

/** Rows of the files themselves: blocks, sidecars, and the address book with which they are verified. */

const hex = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('hex');

export function fileRows(dir: string, stream: Stream): { readonly blocks: Row[]; readonly sidecars: Row[] } {
  const blocks: Row[] = [];
  const sidecars: Row[] = [];
  for (const name of fileNames(dir)) {
    const read = readFile(dir, name);
    const end = read.items.at(-1)?.at;
    blocks.push({ ...blockRow(read, stream), size: text(statSync(join(nodeDir(dir, 3), name)).size) });
    for (const recorded of read.file.sidecars) {
      const path = name.replace('.rcd.gz', `_0${recorded.id}.rcd.gz`);
      const packed = readFileSync(join(nodeDir(dir, 3), 'sidecar', path));
      sidecars.push({
        bytes: null,
        count: text(proto.SidecarFile.decode(gunzipSync(packed)).sidecarRecords.length),
        consensus_end: text(end),
        hash_algorithm: '1',
        hash: bytesText(recorded.hash?.hash),
        id: text(recorded.id),
        name: path,
        size: text(packed.length),
        types: arrayText(recorded.types ?? []),
      });
    }
  }
  return { blocks, sidecars };
}

function blockRow({ name, file, items, hash }: ReadFile, stream: Stream): Row {
  const version = file.hapiProtoVersion;
  const number = file.blockNumber.toNumber();
  const bloom = new Uint8Array(256);
  let gas = 0n;
  for (const item of stream.items) {
    if (item.block !== number) continue;
    const result = resultOf(item);
    // The public mirror node counts children of scheduled calls, too, whose ids are scheduled.
    const isChild = item.nonce !== 0 && item.parent !== null && !item.body.transactionID?.scheduled;
    if (result === null || isChild) continue;
    gas += BigInt(result.gasUsed?.toString() ?? '0');
    for (const [i, byte] of (result.bloom ?? []).entries()) bloom[i] = (bloom[i] ?? 0) | byte;
  }
  return {
    name,
    hash: hex(file.endObjectRunningHash?.hash),
    prev_hash: hex(file.startObjectRunningHash?.hash),
    consensus_start: text(items[0]?.at),
    consensus_end: text(items.at(-1)?.at),
    count: text(items.length),
    digest_algorithm: '0',
    hapi_version_major: text(version?.major ?? 0),
    hapi_version_minor: text(version?.minor ?? 0),
    hapi_version_patch: text(version?.patch ?? 0),
    version: '6',
    file_hash: hash,
    bytes: null,
    index: text(number),
    gas_used: text(gas),
    logs_bloom: bytesText(bloom.some((byte) => byte !== 0) ? bloom : new Uint8Array()),
    sidecar_count: text(file.sidecars.length),
    software_version_major: text(version?.major ?? 0),
    software_version_minor: text(version?.minor ?? 0),
    software_version_patch: text(version?.patch ?? 0),
    round_start: null,
    round_end: null,
    previous_wrapped_record_block_hash: null,
    wrapped_record_block_hash: null,
    receipts_root: null,
  };
}

/** Returns the initial address book of an import, the books published by the stream, and their nodes. */
export function addressBookRows(
  dir: string,
  stream: Stream,
): Record<'book' | 'entries' | 'endpoints', Row[]> {
  const books = [{ file: 102, from: 1n, bytes: readFileSync(join(dir, 'address_book.bin')) as Uint8Array }];
  for (const { body, record, at } of stream.items) {
    const file = num(record.receipt?.fileID?.fileNum);
    const bytes = body.fileCreate?.contents;
    // A book is valid from right after its transaction.
    if ((file === 101 || file === 102) && bytes?.length) books.push({ file, from: at + 1n, bytes });
  }
  const rows = { book: [] as Row[], entries: [] as Row[], endpoints: [] as Row[] };
  for (const { file, from, bytes } of books) {
    const nodes = proto.NodeAddressBook.decode(bytes).nodeAddress;
    const at = { consensus_timestamp: text(from) };
    rows.book.push({
      start_consensus_timestamp: text(from),
      end_consensus_timestamp: null,
      file_id: text(file),
      node_count: text(nodes.length),
      file_data: bytesText(bytes),
    });
    for (const node of nodes) {
      rows.entries.push({
        ...at,
        memo: node.memo?.length ? Buffer.from(node.memo).toString() : null,
        public_key: node.RSA_PubKey ?? '',
        node_id: text(num(node.nodeId)),
        node_account_id: text(num(node.nodeAccountId?.accountNum)),
        node_cert_hash: node.nodeCertHash?.length ? bytesText(node.nodeCertHash) : null,
        description: node.description ?? '',
        stake: text(num(node.stake)),
      });
      for (const endpoint of node.serviceEndpoint ?? [])
        rows.endpoints.push({
          ...at,
          ip_address_v4: [...(endpoint.ipAddressV4 ?? [])].join('.'),
          node_id: text(num(node.nodeId)),
          port: text(endpoint.port ?? 0),
          domain_name: endpoint.domainName ?? '',
        });
    }
  }
  return rows;
}
