import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { com } from '@tain/protos/hapi';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import { findProfile, type ProfileName } from '@tain/verify/tss/profiles';
import Long from 'long';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { type TestNetwork, testNetwork } from '../../packages/verify/test/tss/test-network.ts';
import { wrapsSetup } from '../../packages/verify/test/tss/wraps-prover.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { MIN_POPULATION } from '../demo/populations.ts';

/** Options of a day on which a demo network cuts over from record files to blocks, with the faults of such a day. */
export interface CutoverDay {
  readonly dir: string;
  readonly blocks: number;
  /** First block of the block stream. */
  readonly cutover: number;
  /**
   * Blocks whose first transaction publishes a ledger, and the signature profile that applies from the next block on.
   */
  readonly ledgers: readonly DayLedger[];
  /** Number of the first signed block; blocks before it have mock signatures. */
  readonly signedFrom: number;
  readonly seed?: number;
  /** Whether blocks are signed under the first ledger, whatever is published later. */
  readonly keepsFirstLedger?: boolean;
}

export interface DayLedger {
  readonly at: number;
  readonly profile: ProfileName;
  /** Whether the ledger has a WRAPS key and proof instead of Schnorr tails. */
  readonly wraps?: boolean;
  /** Whether the nodes of the previous ledger remain, and so its ledger id. */
  readonly keepsNodes?: boolean;
}

export interface WrittenDay {
  /** Ids of the ledgers as hex, in order. */
  readonly ids: readonly string[];
  /** Files with their publications (serialized `LedgerIdPublicationTransactionBody`). */
  readonly files: readonly string[];
}

type Body = com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody;

function bodyOf({ ledgerId, wrapsKey, nodes }: LedgerPublication): Body {
  const nodeContributions = nodes.map(({ nodeId, weight, key }) => ({
    nodeId: Long.fromString(String(nodeId)),
    weight: Long.fromString(String(weight)),
    historyProofKey: key,
  }));
  return { ledgerId, historyProofVerificationKey: wrapsKey, nodeContributions };
}

/** Writes the record files and blocks of such a day, and the ledger publications as files. */
export async function writeCutoverDay(day: CutoverDay): Promise<WrittenDay> {
  const networks: { readonly at: number; readonly network: TestNetwork }[] = [];
  for (const { at, profile, wraps, keepsNodes } of day.ledgers) {
    const found = findProfile(profile);
    if (!found) throw new RangeError(`no profile ${profile}`);
    const nodes = keepsNodes ? networks.at(-1)?.network.nodes : undefined;
    const options = { ...(wraps && { wraps: wrapsSetup() }), ...(nodes && { nodes }) };
    networks.push({ at, network: testNetwork(found, [3n, 2n, 2n], 4, options) });
  }
  /** Returns the ledger that was published last before a block; the first one before any publication. */
  const signerOf = (number: bigint): TestNetwork | undefined =>
    (networks.findLast(({ at }) => !day.keepsFirstLedger && BigInt(at) < number) ?? networks[0])?.network;
  await writeDemo({
    dir: day.dir,
    blocks: day.blocks,
    cutover: day.cutover,
    tps: 5,
    signInner: false,
    population: MIN_POPULATION,
    seed: day.seed ?? 3,
    runCode: demoEngine,
    mix: { LEDGERIDPUBLICATION: 0 },
    ledgers: new Map(networks.map(({ at, network }) => [BigInt(at), bodyOf(network.publication)])),
    signBlock: (number, root) =>
      number < BigInt(day.signedFrom) ? null : (signerOf(number)?.sign(root) ?? null),
  });
  const files = networks.map((_, index) => path.join(day.dir, `ledger-${index + 1}.bin`));
  for (const [index, { network }] of networks.entries()) {
    const bytes = com.hedera.hapi.node.tss.LedgerIdPublicationTransactionBody.encode(
      bodyOf(network.publication),
    );
    await writeFile(files[index] ?? '', bytes.finish());
  }
  return {
    ids: networks.map(({ network }) => Buffer.from(network.publication.ledgerId).toString('hex')),
    files,
  };
}
