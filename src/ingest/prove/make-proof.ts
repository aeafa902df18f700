import { parseStreamInstant } from '@tain/ledger/record-stream';
import { MalformedError } from '@tain/ledger/wire-reader';
import { KIND } from '@tain/verify/block-root';
import { FORMAT, type RecordProofJson } from '@tain/verify/proof-json';
import type {
  MadeProof,
  ProofGrounds,
  ProofSubject,
  RequestedBlock,
  UnprovenKind,
} from '@tain/verify/proof-subject';
import { readMessageTrace, readTopics } from '@tain/verify/state-changes';
import { readResult } from '@tain/verify/transaction-result';
import { inSlices } from '../../kernel/limits/in-slices.ts';
import { readAddressBook } from '../decode/address-book.ts';
import {
  type BlockContent,
  type BlockFile,
  possibleRoots,
  readBlockSteps,
} from '../decode/block/block-file.ts';
import { BLOCK_STREAM_VERSION } from '../decode/decoded-block.ts';
import { inflateFile, MAX_INFLATED_BYTES, MAX_OBJECT_BYTES } from '../decode/inflate.ts';
import { publicationBytes } from '../decode/ledger-publication.ts';
import type { BlockCache } from './block-cache.ts';
import { ClimbCache, signatureOf, type Unproven, type VerifySignature } from './block-signature.ts';
import {
  base64Of,
  blockPartOf,
  type ProvableBlock,
  type ProvableItem,
  readProvableBlock,
} from './provable-block.ts';
import { filePartOf, type NodeFile, readProvableFile, signaturesOf } from './provable-file.ts';
import { findTransaction } from './provable-transactions.ts';
import { type RawStream, readInstant, type StoredInstant } from './raw-stream.ts';
import { readWrappedFile, wholeFileOf, wrappedSignatures } from './wrapped-file.ts';

export interface ProofSources extends ProofGrounds {
  /** Raw streams, tried one after the other. */
  readonly streams: readonly RawStream[];
  readonly verifySignature: VerifySignature;
  /** Cache of blocks; default: none. */
  readonly cache?: BlockCache;
  /** Cache of paths from one block to the next; default: none. */
  readonly climbs?: ClimbCache;
}

const refused = (kind: UnprovenKind, detail: string): Unproven => ({
  kind,
  detail,
});

/** Makes a proof from the raw file of a block. Throws `StreamFileError` and `MalformedError`. */
export async function makeProof(
  block: RequestedBlock,
  subject: ProofSubject,
  sources: ProofSources,
  signal: AbortSignal,
): Promise<MadeProof> {
  if (block.version === BLOCK_STREAM_VERSION) return proveBlock(block, subject, sources, signal);
  const instant = parseStreamInstant(block.name);
  const stored = instant === null ? null : await findInstant(sources.streams, instant, signal);
  return stored === null
    ? proveWrapped(block, subject, sources, signal)
    : proveFile(block, stored, subject, sources);
}

async function proveBlock(
  requested: RequestedBlock,
  subject: ProofSubject,
  sources: ProofSources,
  signal: AbortSignal,
): Promise<MadeProof> {
  const block = await readVerified(requested, sources, signal);
  if ('kind' in block) return block;
  const covering = await signatureOf(block, requested, {
    ...sources,
    climbs: sources.climbs ?? new ClimbCache(),
    read: (later) => readVerified(later, sources, signal),
  });
  if ('kind' in covering) return covering;
  const common = {
    version: FORMAT,
    signature: covering.signature,
    ledger: { publication: base64Of(publicationBytes(covering.ledger)) },
  } as const;
  const { hash } = requested;
  if (subject.kind === 'block') {
    return { kind: 'proven', proof: { ...blockPartOf(block, hash, []), ...common } };
  }
  if (subject.kind === 'transaction') {
    const found = inOrder(() => findTransaction(block, subject.at));
    if (found === undefined)
      return refused(
        'differs',
        `The items of the raw block ${requested.number} are in another order than the verified ones.`,
      );
    if (found === null) return refused('unknown', 'The raw block does not show this transaction.');
    const { items, transaction } = found;
    return { kind: 'proven', proof: { ...blockPartOf(block, hash, items), ...common, transaction } };
  }
  const found = findTopic(block, subject.topic, subject.sequenceNumber, subject.at);
  if (found === null) return refused('unknown', 'The raw block does not show the running hash of the topic.');
  const proof = { ...blockPartOf(block, hash, [found.item]), ...common };
  return { kind: 'proven', proof, lastMessage: found.sequenceNumber };
}

/** Returns undefined when the items of a block with a correct root hash are not in the order that nodes write. */
function inOrder<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof MalformedError) return undefined;
    throw error;
  }
}

/** Reads a block from the cache or from one of the streams, if it is the verified one. */
async function readVerified(
  requested: RequestedBlock,
  { streams, cache }: Pick<ProofSources, 'streams' | 'cache'>,
  signal: AbortSignal,
): Promise<ProvableBlock | Unproven> {
  const before = cache?.get(requested.hash);
  if (before !== undefined) return before;
  const read = await readBlock(requested.number, streams, signal);
  if (read === null) return refused('gone', `The raw block ${requested.number} is no longer retained.`);
  if (!isVerified(read.file, requested))
    return refused('differs', `The raw block ${requested.number} differs from the verified one.`);
  cache?.put(requested.hash, read);
  return read;
}

function isVerified(file: BlockFile, { hash }: RequestedBlock): boolean {
  return possibleRoots(file).some((root) => root.toString('hex') === hash);
}

async function readBlock(
  number: bigint,
  streams: readonly RawStream[],
  signal: AbortSignal,
): Promise<ProvableBlock | null> {
  const found = await openBlock(number, streams, signal);
  return found && inSlices(readProvableBlock(found.name, found.content));
}

async function openBlock(
  number: bigint,
  streams: readonly RawStream[],
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly content: BlockContent } | null> {
  return firstThatHas(streams, signal, async ({ blocks }) => {
    const found = await blocks.open(number, MAX_OBJECT_BYTES, signal);
    if (found === null) return null;
    const { name, items } = found;
    return { name, content: items ?? (await inflateFile(name, found.bytes, MAX_INFLATED_BYTES)) };
  });
}

/**
 * Returns the first result of several streams. An error of a stream that cannot be read now is thrown only when no
 * other stream has the result.
 */
async function firstThatHas<T>(
  streams: readonly RawStream[],
  signal: AbortSignal,
  find: (stream: RawStream) => Promise<T | null>,
): Promise<T | null> {
  const failures: unknown[] = [];
  for (const stream of streams) {
    try {
      const found = await find(stream);
      if (found !== null) return found;
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return null;
}

/** Proves a record file in a block. Nodes signed the whole file, and nothing else of the block. */
async function proveWrapped(
  known: RequestedBlock,
  subject: ProofSubject,
  { streams, book }: ProofSources,
  signal: AbortSignal,
): Promise<MadeProof> {
  const found = await openBlock(known.number, streams, signal);
  if (found === null) return refused('gone', 'The raw record file is no longer retained.');
  const block = await inSlices(readBlockSteps(found.name, found.content));
  const wrapped = block.isWrapped ? readWrappedFile(block) : null;
  if (wrapped === null || wrapped.raw.hash.toString('hex') !== known.hash)
    return refused('differs', 'The raw block differs from the verified one.');
  if (wrapped.signatures === null) return refused('unsigned', 'No node signed the record file by itself.');
  const file = wholeFileOf(wrapped, subject.kind === 'block' ? null : subject.at);
  if (file === null) return refused('unknown', 'The record file does not have this transaction.');
  if (book === null) return refused('unsigned', 'No address book is known from that time.');
  const signatures = await wrappedSignatures(wrapped, readAddressBook(book.bytes, book.fileId) ?? []);
  if (signatures.length === 0) return refused('unsigned', 'No node of the address book signed the file.');
  return fileProof(known, subject, { signed: 'file', file }, signatures, book.bytes);
}

async function proveFile(
  { number, hash }: RequestedBlock,
  stored: StoredInstant,
  subject: ProofSubject,
  { book }: ProofSources,
): Promise<MadeProof> {
  const file = await readProvableFile(stored.data);
  if (file.raw.hash.toString('hex') !== hash)
    return refused('differs', 'The raw record file differs from the verified one.');
  const part = filePartOf(file, subject.kind === 'block' ? null : subject.at);
  if (part === null) return refused('unknown', 'The record file does not have this transaction.');
  if (book === null) return refused('unsigned', 'No address book is known from that time.');
  const signatures = await signaturesOf(file, part.signed, nodesOf(stored, book));
  if (signatures.length === 0) return refused('gone', 'The signatures of the nodes are no longer retained.');
  return fileProof({ number, hash }, subject, part, signatures, book.bytes);
}

function fileProof(
  { number, hash }: Pick<RequestedBlock, 'number' | 'hash'>,
  subject: ProofSubject,
  part: Pick<RecordProofJson, 'file' | 'signed'>,
  signatures: RecordProofJson['signatures'],
  book: Uint8Array,
): MadeProof {
  const proof = {
    version: FORMAT,
    kind: 'record-file',
    block: { number: number.toString(), hash: `0x${hash}` },
    ...part,
    signatures,
    address_book: base64Of(book),
  } as const;
  return subject.kind === 'message'
    ? { kind: 'proven', proof, lastMessage: subject.sequenceNumber }
    : { kind: 'proven', proof };
}

async function findInstant(
  streams: readonly RawStream[],
  instant: bigint,
  signal: AbortSignal,
): Promise<StoredInstant | null> {
  return firstThatHas(streams, signal, async ({ records }) => {
    if (records === null) return null;
    const found = await readInstant(records, instant, signal);
    if (found !== null) return found;
    // The folders are listed again, because they may have been listed before the file was written.
    records.listAgain();
    return readInstant(records, instant, signal);
  });
}

/** Pairs signature files with nodes, by folder. */
function nodesOf(
  { signatures }: StoredInstant,
  book: NonNullable<ProofSources['book']>,
): readonly NodeFile[] {
  const entries = readAddressBook(book.bytes, book.fileId) ?? [];
  const files = new Map<bigint, NodeFile>();
  for (const { name, bytes, accountId, nodeId } of signatures) {
    const node = entries.find((entry) =>
      accountId === null ? entry.nodeId === nodeId : entry.nodeAccountId === accountId,
    );
    if (node && !files.has(node.nodeId)) files.set(node.nodeId, { name, bytes, node });
  }
  return [...files.values()];
}

/** The item with a topic's running hash after a message, or after a later one of the same block. */
interface TopicItem {
  readonly item: ProvableItem;
  /** Number of the message after which the topic had that running hash. */
  readonly sequenceNumber: bigint;
}

/**
 * Finds the item of a block with the running hash of a topic (`shard.realm.num`) after its message with a number and a
 * consensus time (nanoseconds): the trace of that transaction, else the first state of the topic after it. Returns null
 * when there is none. Throws `MalformedError`.
 */
function findTopic(
  { items }: ProvableBlock,
  topic: string,
  sequenceNumber: bigint,
  at: bigint,
): TopicItem | null {
  let isOwn = false;
  let state: TopicItem | null = null;
  for (const item of items) {
    if (item.kind === KIND.result) isOwn = readResult(item.content).at === at;
    else if (item.kind === KIND.trace && isOwn) {
      if (readMessageTrace(item.content)?.sequenceNumber === sequenceNumber) return { item, sequenceNumber };
    } else if (item.kind === KIND.stateChanges && state === null) {
      const after = readTopics(item.content).get(topic);
      if (after && after.sequenceNumber >= sequenceNumber)
        state = { item, sequenceNumber: after.sequenceNumber };
    }
  }
  return state;
}
