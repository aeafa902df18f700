import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { equalBytes } from '../hashes.ts';
import { ledgerIdOf, SLOTS } from './ledger-id.ts';
import type { LedgerPublication } from './ledger-publication.ts';
import { type NodeKey, readNodeKey } from './node-key.ts';
import { chooseProfile, type ProfileChoice, type ProfileName, type TssProfile } from './profiles.ts';
import { TssRefusal } from './refusal.ts';

export const LEDGER_ID_BYTES = 32;
const MAX_WEIGHT = 2n ** 63n;

interface LedgerNode {
  readonly nodeId: bigint;
  readonly weight: bigint;
  readonly key: NodeKey;
}

/** A ledger with a consistent publication. Only `checkLedger` creates one. */
class CheckedLedgerImpl {
  readonly profile: TssProfile;
  readonly ledgerId: Uint8Array;
  readonly wrapsKey: Uint8Array;
  readonly nodes: readonly LedgerNode[];
  readonly totalWeight: bigint;

  readonly #checked = true;

  constructor(profile: TssProfile, publication: LedgerPublication, nodes: readonly LedgerNode[]) {
    this.profile = profile;
    this.ledgerId = publication.ledgerId;
    this.wrapsKey = publication.wrapsKey;
    this.nodes = nodes;
    this.totalWeight = totalOf(nodes);
  }

  /** Makes the type nominal: no other object is assignable to a checked ledger. */
  get checked(): boolean {
    return this.#checked;
  }
}

export type CheckedLedger = CheckedLedgerImpl;

/**
 * Checks that a publication is consistent: each node's key has a proof of possession under the ledger's profile, and the
 * ledger id is the hash of the nodes. Whether the network published it is decided by `LedgerHistory`. Throws `TssRefusal`:
 * `publication`, `key-proofs` or `unknown-profile`.
 * @param profile the operator's choice; null to choose by the WRAPS key
 */
export function checkLedger(publication: LedgerPublication, profile: ProfileName | null): CheckedLedger {
  checkShape(publication);
  const choice = chooseProfile(publication.wrapsKey, profile);
  const nodes = publication.nodes.map(({ nodeId, weight, key }) => ({
    nodeId,
    weight,
    key: provenKey(choice, nodeId, key, publication.wrapsKey),
  }));
  if (nodes.every(({ key }) => key.point === null))
    throw new TssRefusal('key-proofs', 'No node of the ledger publication has a key.');
  const id = ledgerIdOf(nodes.map(({ nodeId, weight, key: { x, y } }) => ({ x, y, weight, nodeId })));
  if (!equalBytes(id, publication.ledgerId))
    throw new TssRefusal(
      'publication',
      `The ledger id ${bytesToHex(publication.ledgerId)} is not the hash of the nodes that are published with it.`,
    );
  return new CheckedLedgerImpl(choice.profile, publication, nodes);
}

function checkShape({ ledgerId, nodes }: LedgerPublication): void {
  if (ledgerId.length !== LEDGER_ID_BYTES)
    throw new TssRefusal(
      'publication',
      `The ledger id has ${ledgerId.length} bytes, not ${LEDGER_ID_BYTES}.`,
    );
  if (nodes.length === 0 || nodes.length > SLOTS)
    throw new TssRefusal(
      'publication',
      `The ledger publication has ${nodes.length} nodes, not 1 to ${SLOTS}.`,
    );
  const negative = nodes.find(({ nodeId, weight }) => weight < 0n || nodeId < 0n);
  if (negative)
    throw new TssRefusal(
      'publication',
      `The ledger publication has a negative number for node ${negative.nodeId}.`,
    );
  const total = totalOf(nodes);
  if (total === 0n || total >= MAX_WEIGHT)
    throw new TssRefusal('publication', `The weights of the ledger publication add up to ${total}.`);
}

function provenKey(
  { profile, by }: ProfileChoice,
  nodeId: bigint,
  key: Uint8Array,
  wrapsKey: Uint8Array,
): NodeKey {
  try {
    return readNodeKey(profile, nodeId, key);
  } catch (cause) {
    if (!(cause instanceof TssRefusal)) throw cause;
    if (cause.code === 'encoding') throw new TssRefusal('publication', cause.message, { cause });
    if (by !== 'newest') throw cause;
    const digest = bytesToHex(sha256(wrapsKey));
    throw new TssRefusal(
      'unknown-profile',
      `The WRAPS key with SHA-256 ${digest} belongs to no known profile, and the newest one, ${profile.name}, does not fit: ${cause.message}`,
      { cause },
    );
  }
}

function totalOf(nodes: readonly { readonly weight: bigint }[]): bigint {
  return nodes.reduce((total, { weight }) => total + weight, 0n);
}
