import { proto } from '@hiero-ledger/proto';
import { stream } from '#block-stream';
import { messageOf } from '../../../kernel/failure.ts';
import { streamInstant } from '../../../kernel/record-stream.ts';
import { MalformedError } from '../byte-reader.ts';
import type { RecordBlock } from '../decoded-block.ts';
import type { InitialState } from '../initial-state.ts';
import { timestampOf } from '../items.ts';
import type { RawItem } from '../raw-record-file.ts';
import { readRecordFile } from '../record-file.ts';
import { readRawItem } from '../record-file-v6.ts';
import type { SidecarContent } from '../sidecar-file.ts';
import { StreamFileError } from '../stream-error.ts';
import type { BlockFile } from './block-file.ts';
import { ITEM } from './block-items.ts';
import { initialStateOf } from './initial-state.ts';
import { recordFileBytes } from './record-file-bytes.ts';

/** Version of record files while there have been wrapped record blocks with other proofs than signatures of nodes. */
const CURRENT_VERSION = 6;

/** What to do with parts of a wrapped record block that no signature covers: amendments, and the state of genesis. */
export interface UnsignedOptions {
  /** Take them although nodes signed the record file alone. Default: leave them out. */
  readonly acceptsUnsigned?: boolean;
  /** Whether a block with this root hash (the form with sixteen leaves, hex) is known to be the network's own. */
  readonly isKnown?: (root: string) => boolean;
  /** Called with what was left out. */
  readonly onLeftOut?: (what: string) => void;
}

/**
 * The block in a wrapped record block: the record file is rebuilt byte by byte, read as if it had come by itself, and
 * its sidecars are compared with the hashes in it. Amendments (what the network is known to have left out) are put
 * among its items where the proof covers the root hash, and with it them: nodes that sign the record file sign no
 * amendments. `root` as for `readBlock`. Throws `StreamFileError`.
 */
export function readWrappedBlock(
  file: BlockFile,
  root: Buffer,
  size: number,
  options: UnsignedOptions = {},
): RecordBlock {
  try {
    const block = readFile(file, size, options);
    if (block.number !== null && block.number !== file.header.number) {
      throw new MalformedError(`is block ${file.header.number}, but wraps record file ${block.number}`);
    }
    const hashes = {
      record: block.hashes.record,
      root: { hash: root, previousHash: file.footer.previousRoot },
    };
    return { ...block, number: file.header.number, hashes, initialState: stateOf(file, block, options) };
  } catch (error) {
    if (error instanceof StreamFileError) {
      // The record file has a name of its own, but nobody has it.
      throw new StreamFileError(error.code, file.name, null, error.reason, { cause: error });
    }
    throw new StreamFileError('malformed', file.name, null, messageOf(error), { cause: error });
  }
}

function readFile(file: BlockFile, size: number, options: UnsignedOptions): RecordBlock {
  const item = file.items.find(({ kind }) => kind === ITEM.recordFile);
  if (!item) throw new MalformedError('wraps no record file');
  const wrapped = stream.RecordFileItem.decode(item.content);
  if (!wrapped.creationTime) throw new MalformedError('its record file has no creation time');
  const version = file.proof.kind === 'record-file' ? file.proof.version : CURRENT_VERSION;
  const bytes = recordFileBytes(version, bufferOf(wrapped.recordFileContents));
  const name = recordFileName(timestampOf(proto.Timestamp.decode(wrapped.creationTime)), version);
  return readRecordFile(name, bytes, {
    size,
    sidecars: wrapped.sidecarFileContents.map((content, index) => sidecarOf(name, content, index + 1)),
    amendments: amendmentsOf(file, wrapped.amendments, options),
  });
}

function amendmentsOf(
  file: BlockFile,
  amendments: readonly Uint8Array[],
  options: UnsignedOptions,
): RawItem[] {
  if (amendments.length > 0 && !isCovered(file, options)) {
    options.onLeftOut?.(`${file.name}: left out ${amendments.length} amendments, which nobody signed`);
    return [];
  }
  return amendments.map((amendment) => readRawItem(bufferOf(amendment)));
}

/** The state of genesis. Beside later record files there is none. */
function stateOf(file: BlockFile, block: RecordBlock, options: UnsignedOptions): InitialState | null {
  const state = file.header.number === 0n ? initialStateOf(file.items, block.consensusStart) : null;
  if (state === null || isCovered(file, options)) return state;
  const { accounts, files, codes } = state;
  const what = `${accounts.length} accounts, ${files.length} files and the code of ${codes.length} contracts`;
  options.onLeftOut?.(
    `${file.name}: left out the state from before the stream (${what}), which nobody signed (TAIN_TRUST=chain stores it)`,
  );
  return null;
}

/** Whether the whole block is believed, or only the record file in it. */
function isCovered({ proof, roots }: BlockFile, { acceptsUnsigned, isKnown }: UnsignedOptions): boolean {
  if (proof.kind !== 'record-file' || acceptsUnsigned) return true;
  return isKnown?.(roots.sixteenLeaves.toString('hex')) ?? false;
}

/** Old names have as many digits as their instant needs, in groups of three. */
function recordFileName(creation: bigint, version: number): string {
  const instant = streamInstant(creation);
  if (version === CURRENT_VERSION) return `${instant}.rcd.gz`;
  return `${version < 5 ? instant.replace(/\.?(000)+Z$/, 'Z') : instant}.rcd`;
}

function sidecarOf(name: string, content: Uint8Array, id: number): SidecarContent {
  const bytes = bufferOf(content);
  const suffix = `_${String(id).padStart(2, '0')}.rcd.gz`;
  return { id, name: name.replace(/\.rcd(\.gz)?$/, suffix), bytes, size: bytes.length };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
