import { ITEM } from '@tain/ledger/block-item';
import { type BlockRoots, blockRoots, SIXTEEN_LEAVES_SINCE } from '@tain/ledger/block-stream';
import { type HapiVersion, isAtLeast } from '@tain/ledger/hapi-version';
import { asBuffer } from '@tain/ledger/integer-bytes';
import { longToBigInt } from '@tain/ledger/long';
import { HASH_LENGTH } from '@tain/ledger/record-stream';
import { MalformedError } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { messageOf } from '../../../kernel/failure.ts';
import { atOnce, type Steps } from '../../../kernel/limits/in-slices.ts';
import { nanosOfTimestamp } from '../items.ts';
import { StreamFileError } from '../stream-error.ts';
import {
  type BlockItem,
  expectShort,
  type ReadItemsOptions,
  readBlockItems,
  splitBlock,
  TooManyItemsError,
} from './block-items.ts';
import { type BlockProof, readProof } from './block-proof.ts';

/** Maximum number of proofs, more than there are kinds: each may cost a tenth of a second to verify. */
const MAX_PROOFS = 8;

/**
 * Minimum HAPI version. Up to 0.71 an empty tree was hashed differently, and no real block of that kind is available.
 */
const MIN_VERSION = { major: 0, minor: 72 } as const;

/** `SHA2_384`, the only hash algorithm. */
const HASH_ALGORITHM = 0;

export interface BlockHeader {
  readonly number: bigint;
  readonly hapiVersion: HapiVersion;
  readonly softwareVersion: HapiVersion | null;
  /** Nanoseconds, with the raw bytes of the message, which the block root hash covers. */
  readonly timestamp: bigint;
  readonly timestampBytes: Buffer;
}

/** Footer of a block; hashes have 48 bytes. */
export interface BlockFooter {
  /** Block root hash of the previous block. */
  readonly previousRoot: Buffer;
  /** Root of the tree of all previous blocks' root hashes. */
  readonly allPreviousRoots: Buffer;
  readonly startOfBlockState: Buffer;
}

/** A block split into its items and hashed, not yet translated, and not yet verified. */
export interface BlockFile {
  /** File name or path below its folder. */
  readonly name: string;
  readonly header: BlockHeader;
  readonly footer: BlockFooter;
  /** Items between header and footer. */
  readonly items: readonly BlockItem[];
  /** Whether its only content is a record file: a wrapped record block. */
  readonly isWrapped: boolean;
  readonly roots: BlockRoots;
  /** Leaves 1 to 16 of the root; undefined: the leaf of an empty tree. */
  readonly leaves: readonly (Uint8Array | undefined)[];
  /** Proofs of a known kind, in their order. */
  readonly proofs: readonly [BlockProof, ...BlockProof[]];
}

/** A block, decompressed, or its serialized items. */
export type BlockContent = Uint8Array | readonly Buffer[];

/**
 * Reads a block: computes its root hash from the bytes of its items, and decodes header, footer and proof. Does not decide
 * whether it is trusted. The largest blocks take seconds, so those that anyone may have forged are read `inSlices`.
 * Throws `StreamFileError`.
 */
export function* readBlockSteps(
  name: string,
  content: BlockContent,
  options: ReadItemsOptions = {},
): Steps<BlockFile> {
  try {
    return yield* read(
      name,
      content instanceof Uint8Array ? splitBlock(asBuffer(content)) : content,
      options,
    );
  } catch (error) {
    if (error instanceof StreamFileError) throw error;
    const code = error instanceof TooManyItemsError ? 'too-large' : 'malformed';
    // protobufjs throws errors of its own types, and RangeError when a message ends early.
    throw new StreamFileError(code, name, null, messageOf(error), { cause: error });
  }
}

/** Reads a block at once, as `readBlockSteps` does. */
export function readBlockFile(name: string, content: BlockContent): BlockFile {
  return atOnce(readBlockSteps(name, content));
}

/**
 * Returns the possible root hashes of a block, the likely one first. The HAPI version of its header determines the
 * form, except for a wrapped record block, whose version is that of its record file: there the block's proof or the
 * next block's previous root hash decides. A proof holds for at most one of them, because the forms differ in the bytes
 * under their topmost node.
 */
export function possibleRoots({ header, isWrapped, roots }: BlockFile): readonly Buffer[] {
  const { eightLeaves, sixteenLeaves } = roots;
  const isSixteen = isAtLeast(header.hapiVersion, SIXTEEN_LEAVES_SINCE);
  const all = isSixteen ? [sixteenLeaves, eightLeaves] : [eightLeaves, sixteenLeaves];
  return (isWrapped ? all : all.slice(0, 1)).filter((root) => root !== null);
}

function* read(name: string, serialized: Iterable<Buffer>, options: ReadItemsOptions): Steps<BlockFile> {
  const { items, roots: treeRoots } = yield* readBlockItems(serialized, options);
  const [first, ...rest] = items;
  if (first?.kind !== ITEM.header) throw new MalformedError('does not begin with a header');
  const header = readHeader(first.content);
  const end = rest.findIndex(({ kind }) => kind === ITEM.footer);
  const footerItem = rest[end];
  if (!footerItem) throw new MalformedError('has no footer');
  const footer = readFooter(footerItem.content);
  const between = rest.slice(0, end);
  const misplaced = between.find(({ kind }) => kind === ITEM.header || kind === ITEM.proof);
  if (misplaced) throw new MalformedError('has a header or a proof among its items');
  const holdsRecordFile = isWrapped(between);
  // The version of a wrapped record block is that of its record file.
  if (!holdsRecordFile && !isAtLeast(header.hapiVersion, MIN_VERSION)) {
    const { major, minor } = header.hapiVersion;
    throw new MalformedError(`is of HAPI ${major}.${minor}: how blocks before 0.72 are hashed is not known`);
  }
  const proofs = readProofs(rest.slice(end + 1), header.number);
  const leaves = [
    footer.previousRoot,
    footer.allPreviousRoots,
    footer.startOfBlockState,
    ...treeRoots.slice(3),
  ];
  return {
    name,
    header,
    footer,
    items: between,
    isWrapped: holdsRecordFile,
    roots: blockRoots(header.timestampBytes, leaves),
    leaves,
    proofs,
  };
}

function readHeader(bytes: Buffer): BlockHeader {
  expectShort(bytes, 'its header');
  const header = stream.BlockHeader.decode(bytes);
  if (!header.blockTimestamp) throw new MalformedError('its header has no timestamp');
  if (header.hashAlgorithm !== HASH_ALGORITHM) {
    throw new MalformedError(`its header names hash algorithm ${header.hashAlgorithm}`);
  }
  return {
    number: BigInt.asUintN(64, longToBigInt(header.number)),
    hapiVersion: readVersion(header.hapiProtoVersion) ?? { major: 0, minor: 0, patch: 0 },
    softwareVersion: readVersion(header.softwareVersion),
    timestamp: nanosOfTimestamp(proto.Timestamp.decode(header.blockTimestamp)),
    timestampBytes: Buffer.from(header.blockTimestamp),
  };
}

function readVersion(bytes: Uint8Array | null | undefined): HapiVersion | null {
  if (!bytes) return null;
  const { major, minor, patch } = proto.SemanticVersion.decode(bytes);
  return { major, minor, patch };
}

function readFooter(bytes: Buffer): BlockFooter {
  expectShort(bytes, 'its footer');
  const footer = stream.BlockFooter.decode(bytes);
  return {
    previousRoot: hashOf(footer.previousBlockRootHash, 'the previous block root hash'),
    allPreviousRoots: hashOf(footer.rootHashOfAllBlockHashesTree, 'the root of all block hashes'),
    startOfBlockState: hashOf(footer.startOfBlockStateRootHash, 'the state root hash'),
  };
}

function hashOf(bytes: Uint8Array, what: string): Buffer {
  if (bytes.length !== HASH_LENGTH) {
    throw new MalformedError(`${what} has ${bytes.length} bytes, not ${HASH_LENGTH}`);
  }
  return asBuffer(bytes);
}

/**
 * Reads the proofs after the footer. Besides them only parts newer than this code may follow: items of newer kinds, and
 * proofs of newer kinds after or before a known one.
 */
function readProofs(items: readonly BlockItem[], number: bigint): BlockFile['proofs'] {
  const known = items.filter(({ kind }) => kind < 20);
  if (known.some(({ kind }) => kind !== ITEM.proof)) throw new MalformedError('has items after its footer');
  if (known.length === 0) throw new MalformedError('has no proof');
  if (known.length > MAX_PROOFS) throw new MalformedError(`has ${known.length} proofs`);
  const proofs = known.flatMap(({ content }) => {
    const { block, proof } = readProof(content);
    if (block !== number) throw new MalformedError(`is block ${number}, but its proof is of block ${block}`);
    return proof === null ? [] : [proof];
  });
  const [first, ...further] = proofs;
  if (!first) throw new MalformedError('its proof is of an unknown kind');
  return [first, ...further];
}

function isWrapped(items: readonly BlockItem[]): boolean {
  const files = items.filter(({ kind }) => kind === ITEM.recordFile).length;
  if (files === 0) return false;
  if (files > 1) throw new MalformedError(`has ${files} record files`);
  const other = items.find(({ kind }) => kind !== ITEM.recordFile && kind !== ITEM.stateChanges);
  if (other) throw new MalformedError(`has items of kind ${other.kind} beside its record file`);
  return true;
}
