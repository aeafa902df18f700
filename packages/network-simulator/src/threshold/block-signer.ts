import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { com } from '@tain/protos/hapi';
import { ifMissing } from '../if-missing.ts';
import { NODE_ACCOUNTS } from '../ledger/draft.ts';
import { long } from '../ledger/ids.ts';
import { newHintsSigner, signMessage } from './hints.ts';
import { ledgerIdOf } from './ledger-id.ts';
import { endorse, newNodeKey } from './schnorr.ts';

const { LedgerIdPublicationTransactionBody } = com.hedera.hapi.node.tss;
export type Publication = com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody;

/** The nodes of a network that sign blocks together, and their published keys. */
export interface BlockSigner {
  readonly publication: Publication;
  /** Ledger id as lower-case hex. */
  readonly ledgerId: string;
  /** Returns the threshold signature of a root hash: 2,920 bytes, in about 55 ms. */
  sign(root: Uint8Array): Uint8Array;
}

/** Stored form of a network's keys, in hex. */
interface StoredKeys {
  readonly publication: string;
  /** Joint signing secret of the nodes. */
  readonly secret: string;
  /** Bytes of every signature before and after the point of a root hash. */
  readonly before: string;
  readonly after: string;
}

const KEY_FOLDER = 'keys';
const KEY_FILE = 'ledger.json';
/** Weight of each node. All nodes but the last sign, which is more than half of the weight. */
const WEIGHT = 1n;
const SIZE = 8;

/**
 * Returns the signing nodes of the network in `dir`. Their keys are created at first use (about a second) and stored in
 * `dir/keys`.
 */
export async function openBlockSigner(dir: string): Promise<BlockSigner> {
  const path = join(dir, KEY_FOLDER, KEY_FILE);
  const stored = (await readStored(path)) ?? (await store(path, newKeys()));
  const publication = LedgerIdPublicationTransactionBody.decode(Buffer.from(stored.publication, 'hex'));
  const secret = BigInt(`0x${stored.secret}`);
  const [before, after] = [Buffer.from(stored.before, 'hex'), Buffer.from(stored.after, 'hex')];
  return {
    publication,
    ledgerId: Buffer.from(publication.ledgerId).toString('hex'),
    sign: (root) => Buffer.concat([before, signMessage(secret, root), after]),
  };
}

function newKeys(): StoredKeys {
  const nodes = NODE_ACCOUNTS.map((account) => ({
    ...newNodeKey(),
    nodeId: BigInt(account - NODE_ACCOUNTS[0]),
    weight: WEIGHT,
  }));
  const ledgerId = ledgerIdOf(nodes);
  const publication = LedgerIdPublicationTransactionBody.encode({
    ledgerId,
    nodeContributions: nodes.map(({ nodeId, weight, published }) => ({
      nodeId: long(nodeId).toUnsigned(),
      weight: long(weight).toUnsigned(),
      historyProofKey: published,
    })),
  }).finish();
  const signing = nodes.map((_, index) => index).slice(0, -1);
  const hints = newHintsSigner(
    nodes.map(({ weight }) => weight),
    signing,
    SIZE,
  );
  const tail = endorse(ledgerId, nodes, hints.key);
  const hex = (...parts: readonly Uint8Array[]) => Buffer.concat(parts).toString('hex');
  return {
    publication: hex(publication),
    secret: hints.secret.toString(16),
    before: hex(hints.key, hints.before),
    after: hex(hints.after, tail),
  };
}

async function readStored(path: string): Promise<StoredKeys | null> {
  const text = await readFile(path, 'utf8').catch(ifMissing(null));
  return text === null ? null : (JSON.parse(text) as StoredKeys);
}

async function store(path: string, keys: StoredKeys): Promise<StoredKeys> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.tmp`, JSON.stringify(keys), { mode: 0o600 });
  await rename(`${path}.tmp`, path);
  return keys;
}
