import { ITEM } from '@tain/ledger/block-item';
import { asBuffer } from '@tain/ledger/integer-bytes';
import { streamInstant } from '@tain/ledger/record-stream';
import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { messageOf } from '../../../kernel/failure.ts';
import type { Steps } from '../../../kernel/limits/in-slices.ts';
import type { RecordBlock } from '../decoded-block.ts';
import type { InitialState } from '../initial-state.ts';
import { nanosOfTimestamp } from '../items.ts';
import type { RawItem } from '../raw-record-file.ts';
import { decodeRecordFile, recordTime } from '../record-file.ts';
import { readRawItem } from '../record-file-v6.ts';
import { SidecarContent } from '../sidecar-file.ts';
import { StreamFileError } from '../stream-error.ts';
import type { BlockFile } from './block-file.ts';
import type { RecordFileProof } from './block-proof.ts';
import { initialStateOf } from './initial-state.ts';
import { recordFileBytes } from './record-file-bytes.ts';

/** Version of record files from which on wrapped record blocks may have proofs other than signatures of nodes. */
const CURRENT_VERSION = 6;

/** Maximum number of parts of a record file in a block, which are decoded before its proof is verified. */
const MAX_PARTS = 100_000;

/** Options for the parts of a wrapped record block that no signature covers: amendments, and the state of genesis. */
export interface UnsignedOptions {
  /**
   * Whether a proof covers the block's root hash. Default, when the block has both kinds of proofs: not known yet; such
   * parts are left out silently, and the block has `isUndecided`.
   */
  readonly isCovered?: boolean;
  /** Whether such parts are accepted although nodes signed the record file alone. Default: they are left out. */
  readonly acceptsUnsigned?: boolean;
  /**
   * Returns whether a block with this root hash (the form with sixteen leaves, hex) is known to be the network's own.
   */
  readonly isKnown?: (root: string) => boolean;
  /** Called with the parts that were left out. */
  readonly onLeftOut?: (what: string) => void;
}

/**
 * Returns the block in a wrapped record block: the record file is rebuilt byte by byte, read like a separate file, and
 * its sidecars are compared with the hashes in it. Amendments (items that the network is known to have left out) are
 * inserted among its items only if the proof covers the root hash, and so the amendments: nodes that sign the record
 * file do not sign them. `root` as for `readBlock`. Throws `StreamFileError`.
 */
export function* decodeWrappedBlock(
  file: BlockFile,
  root: Buffer,
  size: number,
  options: UnsignedOptions = {},
): Steps<RecordBlock> {
  try {
    const wrapped = readItem(file);
    const coverage = coverageOf(file, options);
    const block = yield* decodeFile(file, wrapped, size, coverage, options);
    if (block.number !== null && block.number !== file.header.number) {
      throw new MalformedError(`is block ${file.header.number}, but wraps record file ${block.number}`);
    }
    const hashes = {
      record: block.hashes.record,
      root: { hash: root, previousHash: file.footer.previousRoot },
    };
    const state = file.header.number === 0n ? initialStateOf(file.items, block.consensusStart) : null;
    return {
      ...block,
      number: file.header.number,
      hashes,
      initialState: stateOf(file, state, coverage, options),
      isUndecided: coverage === 'undecided' && (wrapped.amendments.length > 0 || state !== null),
    };
  } catch (error) {
    if (error instanceof StreamFileError) {
      // The record file has its own name, but does not exist as a file.
      throw new StreamFileError(error.code, file.name, null, error.reason, { cause: error });
    }
    throw new StreamFileError('malformed', file.name, null, messageOf(error), { cause: error });
  }
}

/** The bytes of the record file in a wrapped record block, as nodes signed them, and their signatures, if any. */
export function wrappedFileOf(file: BlockFile): {
  readonly bytes: Buffer;
  readonly proof: RecordFileProof | undefined;
} {
  const proof = signedFileProof(file);
  const contents = asBuffer(readItem(file).recordFileContents);
  return { bytes: recordFileBytes(proof?.version ?? CURRENT_VERSION, contents), proof };
}

function readItem(file: BlockFile): stream.RecordFileItem {
  const item = file.items.find(({ kind }) => kind === ITEM.recordFile);
  if (!item) throw new MalformedError('wraps no record file');
  const reader = new WireReader(item.content);
  for (let parts = 1; reader.next(); parts += 1) {
    if (parts > MAX_PARTS)
      throw new MalformedError(`its record file has more than ${MAX_PARTS} sidecars and amendments`);
    reader.skip();
  }
  return stream.RecordFileItem.decode(item.content);
}

function* decodeFile(
  file: BlockFile,
  wrapped: stream.RecordFileItem,
  size: number,
  coverage: Coverage,
  options: UnsignedOptions,
): Steps<RecordBlock> {
  if (!wrapped.creationTime) throw new MalformedError('its record file has no creation time');
  const version = signedFileProof(file)?.version ?? CURRENT_VERSION;
  const bytes = recordFileBytes(version, asBuffer(wrapped.recordFileContents));
  const name = recordFileName(nanosOfTimestamp(proto.Timestamp.decode(wrapped.creationTime)), version);
  const amendments = amendmentsOf(file, wrapped.amendments, coverage, options);
  const block = yield* decodeRecordFile(name, bytes, {
    size,
    sidecars: wrapped.sidecarFileContents.map((content, index) => sidecarOf(name, content, index + 1)),
    amendments,
  });
  if (amendments.length === 0 || !signedFileProof(file) || options.isCovered) return block;
  return { ...block, unsignedTimes: new Set(amendments.map(recordTime)) };
}

function amendmentsOf(
  { name }: BlockFile,
  amendments: readonly Uint8Array[],
  coverage: Coverage,
  options: UnsignedOptions,
): RawItem[] {
  if (amendments.length === 0) return [];
  if (coverage === 'covered') return amendments.map((amendment) => readRawItem(asBuffer(amendment)));
  if (coverage === 'unsigned')
    options.onLeftOut?.(`${name}: left out ${amendments.length} unsigned amendments`);
  return [];
}

/** Returns the state of genesis. Later record files have none. */
function stateOf(
  { name }: BlockFile,
  state: InitialState | null,
  coverage: Coverage,
  options: UnsignedOptions,
): InitialState | null {
  if (state === null || coverage === 'covered') return state;
  const { accounts, files, codes } = state;
  const what = `${accounts.length} accounts, ${files.length} files and the code of ${codes.length} contracts`;
  if (coverage === 'unsigned')
    options.onLeftOut?.(
      `${name}: left out the unsigned state from before the stream (${what}; TAIN_TRUST=chain stores it)`,
    );
  return null;
}

/** Whether the whole block is trusted, or only the record file in it. */
type Coverage = 'covered' | 'unsigned' | 'undecided';

function coverageOf(file: BlockFile, { acceptsUnsigned, isCovered, isKnown }: UnsignedOptions): Coverage {
  if (acceptsUnsigned || isCovered || isKnown?.(file.roots.sixteenLeaves.toString('hex'))) return 'covered';
  const ofFile = file.proofs.filter(({ kind }) => kind === 'record-file').length;
  if (ofFile === 0) return 'covered';
  return ofFile === file.proofs.length || isCovered === false ? 'unsigned' : 'undecided';
}

function signedFileProof({ proofs }: BlockFile): RecordFileProof | undefined {
  return proofs.find((proof) => proof.kind === 'record-file');
}

/** Old names have as many digits as their instant needs, in groups of three. */
function recordFileName(creation: bigint, version: number): string {
  const instant = streamInstant(creation);
  if (version === CURRENT_VERSION) return `${instant}.rcd.gz`;
  return `${version < 5 ? instant.replace(/\.?(000)+Z$/, 'Z') : instant}.rcd`;
}

function sidecarOf(name: string, content: Uint8Array, id: number): SidecarContent {
  const bytes = asBuffer(content);
  const suffix = `_${String(id).padStart(2, '0')}.rcd.gz`;
  return new SidecarContent(id, name.replace(/\.rcd(\.gz)?$/, suffix), bytes, bytes.length);
}
