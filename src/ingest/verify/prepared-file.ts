import { printEntityId } from '@tain/ledger/entity-id';
import { messageOf } from '../../kernel/failure.ts';
import { FairSemaphore, SHARED_CLIENT } from '../../kernel/limits/fair-semaphore.ts';
import type { AddressBook, AddressBookEntry } from '../decode/address-book.ts';
import {
  inflateFile,
  inflateHashed,
  MAX_INFLATED_BYTES,
  MAX_OBJECT_BYTES,
  MAX_SIGNATURE_BYTES,
} from '../decode/inflate.ts';
import type { SidecarMetadata } from '../decode/raw-record-file.ts';
import { recordFileHash, recordFileVersion } from '../decode/record-file.ts';
import { readSidecarMetadata } from '../decode/record-file-v6.ts';
import { SidecarContent } from '../decode/sidecar-file.ts';
import { StreamFileError, type StreamFileErrorCode } from '../decode/stream-error.ts';
import type { InstantGroup } from '../source/instant-groups.ts';
import { sidecarName } from '../source/stream-names.ts';
import type { StreamEntry, StreamSource } from '../source/stream-source.ts';
import { ownSignal } from '../store/limit-time.ts';
import type { StoredObject } from '../store/object-store.ts';
import type { AddressBooks } from './address-books.ts';
import { type Agreement, findAgreement } from './agreement.ts';
import { type CheckedSignature, checkSignature, unreadableSignature } from './checked-signature.ts';
import { type ConsensusRatio, ONE_THIRD } from './consensus-ratio.ts';
import type { NodeStakes } from './node-stakes.ts';

/** Maximum number of sidecars of a file that are fetched concurrently. */
const MAX_CONCURRENT_SIDECARS = 4;

/** A data file and its sidecars from one node, decompressed. */
export interface PreparedContent {
  readonly name: string;
  readonly bytes: Buffer;
  /** Bytes on the wire. */
  readonly size: number;
  readonly sidecars: readonly SidecarContent[];
  readonly node: AddressBookEntry;
  /** The data file, its sidecars and the signatures that agree, as received. */
  readonly files: readonly StoredObject[];
}

/** Data of one instant that does not depend on the file before it. */
export interface PreparedFile {
  readonly group: InstantGroup;
  /** State by which the signatures were judged: the book, and the number of applied stake updates. */
  readonly book: AddressBook;
  readonly stakeUpdates: number;
  readonly result:
    | { readonly agreement: Agreement; readonly content: PreparedContent }
    | { readonly refusal: StreamFileError };
}

export interface PrepareOptions {
  readonly source: StreamSource;
  readonly addressBooks: AddressBooks;
  readonly stakes: NodeStakes;
  /** Share of the stake that must sign a file; default: exactly 1/3. */
  readonly consensusRatio?: ConsensusRatio;
  readonly signal: AbortSignal;
}

interface PrepareContext {
  readonly source: StreamSource;
  readonly ratio: ConsensusRatio;
  readonly signal: AbortSignal;
}

export interface NodeEntry {
  readonly node: AddressBookEntry;
  readonly entry: StreamEntry;
}

/**
 * Verifies all signatures of one instant and fetches the file that enough nodes signed, from any of them. Problems with
 * the files become the result; only an abort is thrown.
 */
export async function prepareFile(group: InstantGroup, options: PrepareOptions): Promise<PreparedFile> {
  const { source, addressBooks, stakes, consensusRatio: ratio = ONE_THIRD, signal } = options;
  const context = { source, ratio, signal };
  const book = addressBooks.at(group.instant);
  const stakeUpdates = stakes.updates;
  const weights = stakes.weights(book);
  try {
    const nodeEntries = assignToNodes(group, book);
    const fetched = await fetchSignatures(nodeEntries, context);
    const signatures = fetched.map(({ signature }) => signature);
    const agreement = findAgreement(signatureNameOf(group), signatures, book, weights, ratio);
    const agreed = new Set(agreement.nodes.map(({ nodeId }) => nodeId));
    const proof = fetched.flatMap(({ signature, file }) =>
      file !== null && agreed.has(signature.node.nodeId) ? [file] : [],
    );
    const content = await fetchContent(agreement, nodeEntries, proof, context);
    return { group, book, stakeUpdates, result: { agreement, content } };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof StreamFileError)) throw error;
    return { group, book, stakeUpdates, result: { refusal: error } };
  }
}

/** Returns a file read ahead. It is prepared again when a block in between changed the address book or the stakes. */
export async function renewed(prepared: PreparedFile, options: PrepareOptions): Promise<PreparedFile> {
  const { group, book, stakeUpdates } = prepared;
  const isCurrent =
    book === options.addressBooks.at(group.instant) && stakeUpdates === options.stakes.updates;
  return isCurrent ? prepared : prepareFile(group, options);
}

/** Returns the name of the nodes' signature files of an instant. */
function signatureNameOf({ entries }: InstantGroup): string {
  const listed = entries.find((entry) => entry.signature !== null)?.signature;
  return listed ?? `${entries[0]?.base ?? ''}.rcd_sig`;
}

/** Returns the name of the nodes' data files of an instant. */
export function dataNameOf({ entries }: InstantGroup): string {
  const listed = entries.find((entry) => entry.data !== null)?.data;
  return listed ?? `${entries[0]?.base ?? ''}.rcd`;
}

/** Assigns each entry to its node, by the address book. Folders of unknown nodes do not count. */
export function assignToNodes({ entries }: InstantGroup, book: AddressBook): NodeEntry[] {
  const assigned: NodeEntry[] = [];
  for (const node of book.entries) {
    for (const entry of entries) {
      const { accountId, nodeId } = entry.folder;
      if (accountId === node.nodeAccountId || nodeId === node.nodeId) assigned.push({ node, entry });
    }
  }
  return assigned;
}

/** A node's signature, with the file that it was read from. */
interface FetchedSignature {
  readonly signature: CheckedSignature;
  readonly file: StoredObject | null;
}

/** Fetches one signature for each node with a signature file; for a node with two folders, the better one. */
async function fetchSignatures(
  nodeEntries: readonly NodeEntry[],
  context: PrepareContext,
): Promise<FetchedSignature[]> {
  const fetched = await Promise.all(
    nodeEntries
      .filter(({ entry }) => entry.signature !== null)
      .map(({ node, entry }) => fetchSignature(node, entry, context)),
  );
  const best = new Map<bigint, FetchedSignature>();
  for (const each of fetched) {
    const { node, outcome } = each.signature;
    const known = best.get(node.nodeId);
    if (!known || (known.signature.outcome !== 'valid' && outcome === 'valid')) best.set(node.nodeId, each);
  }
  return [...best.values()];
}

async function fetchSignature(
  node: AddressBookEntry,
  entry: StreamEntry,
  { source, signal }: PrepareContext,
): Promise<FetchedSignature> {
  const name = entry.signature ?? '';
  for (;;) {
    let signature: CheckedSignature;
    let file: StoredObject | null = null;
    try {
      file = await source.open(entry, name, MAX_SIGNATURE_BYTES, signal);
      signature = await checkSignature(node, name, await inflateFile(name, file.bytes, MAX_SIGNATURE_BYTES));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StreamFileError)) throw error;
      signature = unreadableSignature(node, error);
    }
    if (signature.outcome === 'valid' || file === null || !source.refused?.(file.key))
      return { signature, file };
  }
}

/** Fetches the content from the agreeing nodes one after another, first from those known to have the file. */
async function fetchContent(
  agreement: Agreement,
  nodeEntries: readonly NodeEntry[],
  proof: readonly StoredObject[],
  context: PrepareContext,
): Promise<PreparedContent> {
  const agreed = new Set(agreement.nodes.map(({ nodeId }) => nodeId));
  const candidates = nodeEntries.filter(({ node }) => agreed.has(node.nodeId));
  candidates.sort((a, b) => Number(a.entry.data === null) - Number(b.entry.data === null));
  const [content, owner] = await firstGood(candidates, context, async ({ node, entry }) => {
    const name = entry.data ?? `${entry.base}.rcd${agreement.metadataHash ? '.gz' : ''}`;
    return openGood(context, entry, name, agreement.fileHash, (bytes, file) => {
      if (recordFileHash(bytes).equals(agreement.fileHash)) {
        return { name, bytes, size: file.bytes.length, node, file };
      }
      throw new StreamFileError('hash-mismatch', name, null, 'differs from the hash that was signed');
    });
  });
  const inOrder = [owner, ...candidates.filter((candidate) => candidate !== owner)];
  const sidecars = await fetchSidecars(content, inOrder, context);
  const { file, ...data } = content;
  const files = [file, ...sidecars.map((sidecar) => sidecar.file), ...proof];
  return { ...data, sidecars: sidecars.map(({ content: sidecar }) => sidecar), files };
}

/**
 * Opens a valid file. If its bytes are refused, other copies are tried. `hash`: the SHA-384 of its content, for all
 * files that were ever compressed. `read` receives the file decompressed and as stored, and throws its problem.
 */
async function openGood<T>(
  { source, signal }: PrepareContext,
  entry: StreamEntry,
  name: string,
  hash: Uint8Array,
  read: (bytes: Buffer, file: StoredObject) => T,
): Promise<T> {
  for (;;) {
    const file = await source.open(entry, name, MAX_OBJECT_BYTES, signal);
    try {
      return read(await inflateHashed(name, file.bytes, MAX_INFLATED_BYTES, hash), file);
    } catch (error) {
      if (!(error instanceof StreamFileError && source.refused?.(file.key))) throw error;
    }
  }
}

/** A sidecar, with the file that it was read from. */
interface FetchedSidecar {
  readonly content: SidecarContent;
  readonly file: StoredObject;
}

async function fetchSidecars(
  content: Pick<PreparedContent, 'name' | 'bytes'>,
  candidates: readonly NodeEntry[],
  context: PrepareContext,
): Promise<FetchedSidecar[]> {
  if (recordFileVersion(content.bytes) !== 6) return [];
  let announced: readonly SidecarMetadata[];
  try {
    announced = readSidecarMetadata(content.bytes);
  } catch (error) {
    const reason = messageOf(error);
    throw new StreamFileError('malformed', content.name, null, reason, { cause: error });
  }
  const downloads = new FairSemaphore({ counts: 'sidecars', max: MAX_CONCURRENT_SIDECARS });
  const own = ownSignal(context.signal);
  const limited = { ...context, signal: own.signal };
  const fetchOne = async (metadata: SidecarMetadata): Promise<FetchedSidecar> => {
    try {
      const [sidecar] = await firstGood(candidates, limited, ({ entry }) =>
        fetchSidecar(entry, metadata, limited),
      );
      return sidecar;
    } catch (error) {
      if (!(error instanceof StreamFileError)) throw error;
      const { code, file, node, reason } = error;
      const which = node === null ? `sidecar ${metadata.id}:` : `sidecar ${metadata.id}`;
      throw new StreamFileError(code, file, node, `${which} ${reason}`, { cause: error });
    }
  };
  try {
    return await Promise.all(
      announced.map((metadata) => downloads.run(SHARED_CLIENT, () => fetchOne(metadata), own.signal)),
    );
  } finally {
    // Without one of the sidecars, the others are not needed.
    own.end();
  }
}

/** Fetches a sidecar. Sidecars are usually compressed. A plain file is tried when there is no compressed one. */
async function fetchSidecar(
  entry: StreamEntry,
  { id, hash }: SidecarMetadata,
  context: PrepareContext,
): Promise<FetchedSidecar> {
  const open = async (isCompressed: boolean): Promise<FetchedSidecar> => {
    const name = sidecarName(entry.base, id, isCompressed);
    return openGood(context, entry, name, hash, (bytes, file) => {
      const content = new SidecarContent(id, name, bytes, file.bytes.length);
      if (content.hash.equals(hash)) return { content, file };
      const reason = 'differs from the hash that its record file names';
      throw new StreamFileError('hash-mismatch', name, null, reason);
    });
  };
  try {
    return await open(true);
  } catch (error) {
    if (!(error instanceof StreamFileError && error.code === 'missing')) throw error;
    return open(false).catch((second: unknown) => {
      throw second instanceof StreamFileError && second.code === 'missing' ? error : second;
    });
  }
}

/** Returns the first valid result of a node, with the node; else throws the problems of all nodes. */
async function firstGood<T>(
  candidates: readonly NodeEntry[],
  { signal }: PrepareContext,
  fetch: (candidate: NodeEntry) => Promise<T>,
): Promise<[T, NodeEntry]> {
  const failures: StreamFileError[] = [];
  for (const candidate of candidates) {
    try {
      return [await fetch(candidate), candidate];
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StreamFileError)) throw error;
      failures.push(error.atNode(printEntityId(candidate.node.nodeAccountId)));
    }
  }
  throw joined(failures);
}

function joined(failures: readonly StreamFileError[]): StreamFileError {
  const [first] = failures;
  if (!first) return new StreamFileError('missing', '', null, 'no node has it');
  if (failures.length === 1) return first;
  // The code of a wrong file is preferred, because it says more than that of a missing one.
  const code: StreamFileErrorCode = failures.find(({ code }) => code !== 'missing')?.code ?? 'missing';
  const reasons = failures.map(({ node, reason }) => `node ${node}: ${reason}`);
  return new StreamFileError(
    code,
    first.file,
    null,
    `no agreeing node has a good copy: ${reasons.join('; ')}`,
  );
}
