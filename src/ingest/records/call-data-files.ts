import { decodeEthereum } from '@tain/ledger/ethereum-transaction';
import { TYPE } from '@tain/ledger/transaction-type';
import type { Block } from '../decode/decoded-block.ts';
import type { Item } from '../decode/item.ts';
import { fileIdOf } from './ids.ts';

/** Maximum bytes of a file's contents that are read: the network's own limit is 1 MiB. */
export const MAX_CALL_DATA_FILE = 4 * 1024 * 1024;

/**
 * Returns the files of a block's Ethereum transactions with call data, if needed, and the files with the initcode of
 * contracts. The hash of an Ethereum transaction is computed with its call data, which old records lack. Such
 * transactions are rare, so all earlier blocks are stored first and the file is read then: retaining the contents of
 * every file that unstored blocks write would cost each batch.
 */
export function callDataFilesOf(block: Block): bigint[] {
  const ids = new Set<bigint>();
  for (const item of block.items) {
    const initcode = initcodeFileOf(item);
    if (initcode !== 0n) ids.add(initcode);
    const body = item.type === TYPE.ethereumTransaction ? item.body.ethereumTransaction : null;
    const id = fileIdOf(body?.callData);
    if (id === 0n || item.record.ethereumHash?.length) continue;
    const decoded = decodeEthereum(body?.ethereumData ?? new Uint8Array());
    if (decoded?.callData.length === 0) ids.add(id);
  }
  return [...ids];
}

/**
 * Returns the file with the initcode of a contract that a transaction creates; 0: there is none, or its record contains
 * the initcode. Blocks do not repeat the contents of files.
 */
export function initcodeFileOf({ type, body, blockFacts }: Item): bigint {
  const create = type === TYPE.contractCreateInstance ? body.contractCreateInstance : null;
  return create && blockFacts && !create.initcode?.length ? fileIdOf(create.fileID) : 0n;
}

/**
 * Maximum bytes of rows that a block's transactions take from files: each of them may name the same file of 1 MiB, in 150 bytes of
 * its own. Creations of that much code need far more gas than a block has.
 */
export const MAX_STORED_BYTES = 16 * 1024 * 1024;

/** Contents of a file. */
interface Contents {
  /** Pieces in order; none once there are too many bytes. */
  pieces: Uint8Array[];
  bytes: number;
  /** Call data or initcode in it; undefined until it is decoded. */
  decoded?: Uint8Array | null;
}

/** Contents of the files that a block's transactions read as call data or initcode, as its items change them. */
export class CallDataFiles {
  /** Contents by file; null: unknown. */
  private readonly contents = new Map<bigint, Contents | null>();
  private readonly maxStored: number;
  private stored = 0;

  /** `maxStored`: see `MAX_STORED_BYTES`. */
  constructor(maxStored = MAX_STORED_BYTES) {
    this.maxStored = maxStored;
  }

  /** Begins a block that reads the files `needed`. `found`: their contents before the block. */
  begin(needed: readonly bigint[], found: ReadonlyMap<bigint, Uint8Array>): void {
    this.contents.clear();
    this.stored = 0;
    for (const id of needed) {
      const bytes = found.get(id);
      this.contents.set(id, bytes === undefined ? null : contentsOf(bytes));
    }
  }

  /** Records a successful create, update or append (by type) of a file. */
  write(id: bigint, type: number, data: Uint8Array): void {
    const before = this.contents.get(id);
    if (before === undefined) return;
    if (type === TYPE.fileAppend) {
      if (before !== null) append(before, data);
    } else if (type === TYPE.fileCreate || data.length > 0) {
      this.contents.set(id, contentsOf(data));
    }
  }

  /** Returns the call data or initcode in a file, which stores it as hex digits. Null when there is none. */
  callData(id: bigint): Uint8Array | null {
    const contents = this.contents.get(id);
    if (!contents) return null;
    if (contents.decoded === undefined) contents.decoded = decode(contents);
    return contents.decoded;
  }

  /**
   * Returns the call data or initcode in a file to store it with a transaction. Null when there is none; undefined when the block's
   * transactions have taken too many bytes.
   */
  callDataToStore(id: bigint): Uint8Array | null | undefined {
    const data = this.callData(id);
    this.stored += data?.length ?? 0;
    return this.stored > this.maxStored ? undefined : data;
  }
}

function contentsOf(bytes: Uint8Array): Contents {
  const contents: Contents = { pieces: [], bytes: 0 };
  append(contents, bytes);
  return contents;
}

function append(contents: Contents, data: Uint8Array): void {
  contents.bytes += data.length;
  delete contents.decoded;
  if (contents.bytes > MAX_CALL_DATA_FILE) contents.pieces = [];
  else contents.pieces.push(data);
}

function decode({ pieces, bytes }: Contents): Uint8Array | null {
  if (bytes > MAX_CALL_DATA_FILE) return null;
  const digits = Buffer.concat(pieces).toString('latin1').replaceAll(/\s/g, '').replace(/^0x/, '');
  return digits.length % 2 === 0 && /^[0-9a-f]*$/i.test(digits) ? Buffer.from(digits, 'hex') : null;
}
