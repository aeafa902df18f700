import { printEntityId } from '@tain/ledger/entity-id';
import type { AddressBook, AddressBookEntry } from '../decode/address-book.ts';
import type { SignatureFile } from '../decode/signature-file.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { CheckedSignature } from './checked-signature.ts';
import { type ConsensusRatio, noConsensus, printConsensusRatio, reachesRatio } from './consensus-ratio.ts';
import type { NodeSignature } from './proof.ts';

/** The hash that enough of the network signed for one instant. Created by `findAgreement` only. */
class AgreementImpl {
  /** Layout of the signature files. */
  readonly layout: SignatureFile['version'];
  readonly fileHash: Buffer;
  /** Metadata hash; null for the layout of v1 and v2, which signs the file hash alone. */
  readonly metadataHash: Buffer | null;
  /** Nodes that signed the hash, by node id. */
  readonly nodes: readonly AddressBookEntry[];
  /** Signatures, one for each node of the address book. */
  readonly signatures: readonly NodeSignature[];
  readonly signedWeight: bigint;
  readonly totalWeight: bigint;

  readonly #agreed = true;

  constructor(group: Group, signatures: readonly NodeSignature[], totalWeight: bigint) {
    this.layout = group.layout;
    this.fileHash = group.fileHash;
    this.metadataHash = group.metadataHash;
    this.nodes = group.nodes;
    this.signatures = signatures;
    this.signedWeight = group.weight;
    this.totalWeight = totalWeight;
  }

  /** The field makes the type nominal: no other object can be passed for an agreement. */
  get agreed(): boolean {
    return this.#agreed;
  }
}

export type Agreement = AgreementImpl;

interface Group {
  readonly layout: SignatureFile['version'];
  readonly fileHash: Buffer;
  readonly metadataHash: Buffer | null;
  readonly nodes: AddressBookEntry[];
  weight: bigint;
}

/**
 * Determines what the network signed: valid signatures are grouped by their hashes, and a group with at least `ratio`
 * of the weight is accepted. Throws `StreamFileError`: `no-consensus` when no group has enough, `divergent` when more
 * than one has (then none can be trusted).
 * @param name the signature file's name, for messages
 * @param signatures at most one for each node of `book`
 * @param weights weight of each node of `book`
 */
export function findAgreement(
  name: string,
  signatures: readonly CheckedSignature[],
  book: AddressBook,
  weights: ReadonlyMap<bigint, bigint>,
  ratio: ConsensusRatio,
): Agreement {
  let total = 0n;
  for (const weight of weights.values()) total += weight;
  const groups = groupByHash(signatures, weights);
  const sufficient = groups.filter((group) => reachesRatio(group.weight, total, ratio));
  const agreed = fullest(sufficient);
  if (sufficient.some(({ fileHash }) => agreed && !fileHash.equals(agreed.fileHash))) {
    throw divergence(name, sufficient, ratio);
  }
  const evidence = evidenceOf(signatures, book, agreed);
  if (!agreed) throw lacksConsensus(name, groups, evidence, total, ratio);
  return new AgreementImpl(agreed, evidence, total);
}

/**
 * Chooses among groups with one file hash, and thus of one file: the group with the most complete layout, then the one
 * with the most weight. A signature of the file hash alone can be copied from one layout into another.
 */
function fullest(groups: readonly Group[]): Group | null {
  return groups.reduce<Group | null>((best, group) => {
    if (best === null || group.layout > best.layout) return group;
    return group.layout === best.layout && group.weight > best.weight ? group : best;
  }, null);
}

function groupByHash(
  signatures: readonly CheckedSignature[],
  weights: ReadonlyMap<bigint, bigint>,
): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { node, outcome, signature } of signatures) {
    if (outcome !== 'valid' || !signature) continue;
    const fileHash = signature.file.hash;
    const metadataHash = signature.metadata?.hash ?? null;
    const layout = signature.version;
    const key = `${layout} ${fileHash.toString('hex')} ${metadataHash?.toString('hex') ?? ''}`;
    let group = groups.get(key);
    if (!group) {
      group = { layout, fileHash, metadataHash, nodes: [], weight: 0n };
      groups.set(key, group);
    }
    group.nodes.push(node);
    group.weight += weights.get(node.nodeId) ?? 0n;
  }
  return [...groups.values()];
}

function evidenceOf(
  signatures: readonly CheckedSignature[],
  book: AddressBook,
  agreed: Group | null,
): NodeSignature[] {
  const byNode = new Map(signatures.map((signature) => [signature.node.nodeId, signature]));
  return book.entries.map(({ nodeId, nodeAccountId }) => {
    const outcome = byNode.get(nodeId)?.outcome ?? 'missing';
    if (outcome !== 'valid') return { nodeId, nodeAccountId, outcome };
    const diverged = agreed !== null && !agreed.nodes.some((node) => node.nodeId === nodeId);
    return { nodeId, nodeAccountId, outcome: diverged ? 'diverged' : 'verified' };
  });
}

function divergence(name: string, groups: readonly Group[], ratio: ConsensusRatio): StreamFileError {
  const versions = groups.map(
    ({ fileHash, nodes }) => `${fileHash.toString('hex')} of ${plural(nodes)} ${printNodes(nodes)}`,
  );
  const share = printConsensusRatio(ratio);
  return new StreamFileError(
    'divergent',
    name,
    null,
    `the nodes signed ${groups.length} versions that each reach ${share} of the weight: ${versions.join(' and ')}`,
  );
}

function lacksConsensus(
  name: string,
  groups: readonly Group[],
  evidence: readonly NodeSignature[],
  totalWeight: bigint,
  ratio: ConsensusRatio,
): StreamFileError {
  const max = groups.reduce<Group | null>(
    (best, group) => (best === null || group.nodes.length > best.nodes.length ? group : best),
    null,
  );
  const shortfall = {
    what: 'signature files',
    where: `file ${name}`,
    signed: max?.nodes.length ?? 0,
    weight: max?.weight ?? 0n,
    totalWeight,
  };
  return noConsensus(name, shortfall, evidence, ratio);
}

function plural(nodes: readonly AddressBookEntry[]): string {
  return nodes.length === 1 ? 'node' : 'nodes';
}

/** Formats the nodes' accounts: `0.0.3, 0.0.4`. */
function printNodes(nodes: readonly AddressBookEntry[]): string {
  return nodes.map(({ nodeAccountId }) => printEntityId(nodeAccountId)).join(', ');
}
