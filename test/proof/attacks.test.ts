import type { ProofStep } from '@tain/verify/refusal';
import { verifyThreshold } from '@tain/verify/threshold-evidence';
import { ORDER } from '@tain/verify/tss/ed-on-bn254';
import { PROFILES } from '@tain/verify/tss/profiles';
import { verifyBlock, verifyTransaction } from '@tain/verify/verify';
import { verifyMessages } from '@tain/verify/verify-messages';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORGERIES } from '../../packages/verify/test/forged-blocks.ts';
import { FORGED_MESSAGES, FORGED_STATES } from '../../packages/verify/test/forged-messages.ts';
import { MISSHAPEN } from '../../packages/verify/test/misshapen-blocks.ts';
import {
  base64,
  draft,
  laterPaths,
  message,
  OwnNetwork,
  stateProof,
  unsignedProof,
} from '../../packages/verify/test/own-block.ts';
import { hintsKeyOf, hintsNetwork, signHints } from '../../packages/verify/test/tss/hints-prover.ts';
import { HINTS_KEY_FIELDS, WRAPS_FIELDS } from '../../packages/verify/test/tss/layout.ts';
import { endorse, publish, type Signer, signers } from '../../packages/verify/test/tss/schnorr-signer.ts';
import { networkVectors } from '../../packages/verify/test/tss/vectors.ts';
import { publicationBytes } from '../../src/ingest/decode/ledger-publication.ts';
import { COMPACT, COMPLETE_FORGERIES, type FileProof, OF_ALL } from './forged-files.ts';
import { OTHER_ROOTS, SIGNATURES, WRONG_PATHS } from './forged-signatures.ts';
import { recordedProof } from './recorded-proofs.ts';

/**
 * Attacks that a verifier must refuse, numbered as in the list of attacks (`proofs.md` of the reference material, 6):
 * the trials of each, and the refusing step. Each is tried once here; other tests try most of them in more ways.
 */

let network: OwnNetwork;
const files = new Map<string, { proof: FileProof; book: string }>();
const DAYS = { 2: '2019-09-13', 5: '2022-01-01', 6: '2025-07-23' } as const;

beforeAll(async () => {
  network = await OwnNetwork.open();
  for (const day of Object.values(DAYS)) {
    const { proof, book } = await recordedProof(day);
    files.set(day, { proof: proof as FileProof, book });
  }
});

/** A trial, and the step that refuses it. */
interface Trial {
  readonly name: string;
  readonly step: ProofStep;
  /** Part of the refusal's message, if a step has several reasons. */
  readonly message?: string;
  readonly verify: () => Promise<unknown>;
}

/** Returns entries of a list by name. */
function named<T extends readonly [string, ...unknown[]]>(list: readonly T[], names: readonly string[]): T[] {
  return names.map((name) => {
    const found = list.find(([each]) => each === name);
    if (!found) throw new Error(`no case ${name}`);
    return found;
  });
}

const trust = () => ({ ledgerId: network.ledgerId });
const verify = (proof: unknown) => verifyTransaction(proof, trust());

/** Returns trials with a changed proof of another network's block. */
const forged = (...names: readonly string[]): Trial[] =>
  named(FORGERIES, names).map(([name, step, forge]) => ({
    name,
    step,
    verify: () => {
      const proof = network.proof();
      forge(proof);
      return verify(proof);
    },
  }));

/** Returns trials with a block that is wrong although it is signed. */
const misshapen = (...names: readonly string[]): Trial[] =>
  named(MISSHAPEN, names).map(([name, step, change]) => ({
    name: `${name}, although signed`,
    step,
    verify: () => verify(network.proof('direct', change)),
  }));

const signatures = (...names: readonly string[]): Trial[] =>
  named(SIGNATURES, names).map(([name, change]) => ({
    name: `a signature with ${name}`,
    step: 'signature',
    verify: () => {
      const { root, proof } = unsignedProof(draft());
      const signature = change(Buffer.from(network.signer.sign(root)));
      return verify({
        ...proof,
        signature: { kind: 'direct', block_signature: base64(signature) },
        ledger: { publication: base64(network.publication) },
      });
    },
  }));

/** Returns trials with wrong paths in a state proof. */
const pathTrials = (step: ProofStep, list: typeof WRONG_PATHS, ...names: readonly string[]): Trial[] =>
  named(list, names).map(([name, change]) => ({
    name: `a way ${name}`,
    step,
    verify: () => {
      const { root, proof } = unsignedProof(draft());
      const later = laterPaths(root);
      const signed = stateProof(change(later.paths), network.signer.sign(later.root));
      return verify({
        ...proof,
        signature: { kind: 'later', state_proof: signed },
        ledger: { publication: base64(network.publication) },
      });
    },
  }));

const messages = (...names: readonly string[]): Trial[] =>
  named(FORGED_MESSAGES, names).map(([name, step, forge]) => ({
    name: `a message with ${name}`,
    step,
    verify: () => {
      const proof = network.proof();
      if (proof.topic) forge(proof.topic);
      return verifyMessages(proof, trust());
    },
  }));

const states = (...names: readonly string[]): Trial[] =>
  named(FORGED_STATES, names).map(([name, change]) => ({
    name: `a running hash ${name}, although signed`,
    step: 'topic',
    verify: () => verifyMessages(network.proof('direct', change), trust()),
  }));

const inFile = (version: keyof typeof DAYS, ...names: readonly string[]): Trial[] =>
  named([...OF_ALL, ...(version === 2 ? COMPLETE_FORGERIES : COMPACT)], names).map(([name, step, forge]) => ({
    name: `a record file of version ${version} with ${name}`,
    step,
    verify: () => {
      const { proof, book } = fileOf(version);
      forge(proof, proof.file as unknown as Record<string, unknown>);
      return verifyTransaction(proof, { addressBooks: [book] });
    },
  }));

function fileOf(version: keyof typeof DAYS): { readonly proof: FileProof; readonly book: string } {
  const found = files.get(DAYS[version]);
  if (!found) throw new Error('no file');
  return { proof: structuredClone(found.proof), book: found.book };
}

/** Returns trials of the threshold signature alone: for any root, by any ledger. */
function signed(
  name: string,
  step: ProofStep,
  make: () => {
    readonly publication: Parameters<typeof publicationBytes>[0];
    readonly root: Uint8Array;
    readonly signature: Uint8Array;
    readonly wrapsKeys?: readonly string[];
    readonly allowOlderProfiles?: boolean;
  },
  message = '',
): Trial {
  return {
    name,
    step,
    message,
    verify: async () => {
      const { publication, root, signature, ...more } = make();
      const fields = {
        ledger: { publication: base64(publicationBytes(publication)) },
        signature: { kind: 'direct', block_signature: base64(signature) },
      };
      return verifyThreshold(root, fields, { ledgerId: publication.ledgerId, ...more });
    },
  };
}

const question = (name: string, verified: () => Promise<unknown>): Trial => ({
  name,
  step: 'question',
  verify: verified,
});

const NEWEST = PROFILES[2];
const OLD = PROFILES[1];
const ROOT_HASH = Buffer.alloc(48, 5);

/**
 * Returns a signature of a root by a network of these nodes: its hinTS key is endorsed by some of the nodes, and
 * modified by `change`.
 */
function ownSignature(
  nodes: readonly Signer[],
  endorsers: readonly number[],
  profile = NEWEST,
  change = (key: Buffer) => key,
) {
  if (profile === undefined) throw new Error('no profile');
  const weights = nodes.map(({ weight }) => weight);
  const hints = hintsNetwork(4, weights);
  const publication = publish(profile, nodes);
  const key = change(hintsKeyOf(hints));
  const signature = Buffer.concat([
    key,
    signHints(
      profile,
      hints,
      weights.map((_, index) => index),
      ROOT_HASH,
    ),
    endorse(profile, publication, nodes, endorsers, key),
  ]);
  return { publication, root: ROOT_HASH, signature };
}

/** Returns two nodes whose secrets cancel out, and a third. */
function cancelling(): Signer[] {
  const [one, other, third] = signers(2n, 2n, 1n);
  if (!one || !other || !third) throw new Error('no signers');
  return [one, { ...other, secret: ORDER - (one.secret ?? 0n) }, third];
}

/** Returns the real WRAPS proof of a network under old rules, with the bytes of a field replaced. */
function wraps(name: string | null, bytes: Uint8Array = new Uint8Array()) {
  const { publication, blocks } = networkVectors();
  const [, block] = blocks;
  if (!block) throw new Error('no block with a WRAPS proof');
  const signature = Buffer.from(block.signature);
  if (name !== null) {
    const field = WRAPS_FIELDS.find((each) => each.name === name);
    if (!field) throw new Error(`no field ${name}`);
    Buffer.from(bytes).copy(signature, field.offset);
  }
  return { publication, root: block.message, signature, allowOlderProfiles: true };
}

const ATTACKS: readonly (readonly [number: number, what: string, trials: readonly Trial[]])[] = [
  [
    1,
    'another order of leaves or subtrees, a sibling on the other side',
    [
      ...forged('items in another order', 'the content of two items swapped', 'siblings in another order'),
      ...forged('an item on the other side of its sibling', 'subtrees in another order'),
      ...pathTrials('signature', OTHER_ROOTS, 'with a sibling on the other side', 'with both sides swapped'),
    ],
  ],
  [
    2,
    'a second preimage between leaf and inner node',
    [
      ...forged('an inner node as an item', 'a tree truncated at its inner nodes'),
      ...misshapen('leaves hashed without their prefix byte'),
      ...pathTrials('root', WRONG_PATHS, 'with the block as an item'),
    ],
  ],
  [
    3,
    'a node with one child instead of two, the other form of the root',
    [
      ...misshapen('an only child hashed as two children', 'the form of eight leaves in 0.78'),
      ...misshapen('the form of sixteen leaves in 0.77'),
      ...forged('eight of sixteen subtrees'),
      ...pathTrials('signature', OTHER_ROOTS, 'with an only child'),
    ],
  ],
  [
    4,
    'a leaf in another tree, or below an old block or the state',
    [
      ...forged('items of tree 7 as those of tree 8', 'an item below the previous block'),
      ...forged('an item below the roots of all blocks', 'an item below the state'),
      ...misshapen('an item of kind 9'),
    ],
  ],
  [
    5,
    'an item of another block',
    forged('an item of another block', 'the header of another block', 'a duplicate tree'),
  ],
  [
    6,
    'a swapped result',
    [
      ...misshapen('the result of another transaction', 'the receipt of another id'),
      ...misshapen('the receipt of another nonce', 'the receipt of the scheduled transaction'),
      ...misshapen('the receipt of another status', 'two receipts of one id', 'a missing result'),
      ...misshapen('a missing first result', 'a missing last result'),
      ...forged('the receipt of another transaction'),
    ],
  ],
  [
    7,
    'invalid receipts, or receipts of more than one unit',
    [
      ...misshapen('receipts of another state', 'receipts removed from the queue'),
      ...misshapen('receipts pushed twice', 'more receipts than results', 'fewer receipts than results'),
    ],
  ],
  [
    8,
    'state changes of another time, an output that does not follow its result',
    [
      ...misshapen('receipts of another time', 'receipts without a time', 'an output before its result'),
      ...misshapen('a missing output between results'),
    ],
  ],
  [
    9,
    'number and time from the answer’s text',
    [
      {
        name: 'a number that the block does not contain',
        step: 'root',
        verify: () => {
          const proof = network.proof();
          proof.block.number = '43';
          return verifyBlock(proof, { ...trust(), number: 43 });
        },
      },
      ...misshapen('a header with another time', 'a header without a time'),
      ...forged('the time of another block'),
    ],
  ],
  [
    10,
    'an item with two fields, with an unknown tag, or followed by other bytes',
    [
      ...forged('an item followed by another item', 'an item followed by a number', 'an empty item'),
      ...misshapen('an item of kind 3', 'an item of kind 13', 'an item of kind 24'),
      ...misshapen('a result with a second status'),
    ],
  ],
  [
    11,
    'a filtered or redacted item as proof of content',
    misshapen('a filtered item as its content', 'a redacted item as its content'),
  ],
  [
    12,
    'invalid hashes, too many paths, paths to a missing path',
    [
      ...forged('a sibling of 49 bytes', 'a subtree of 47 bytes', 'an empty hash among the siblings'),
      ...pathTrials(
        'root',
        WRONG_PATHS,
        'with hashes of 47 bytes',
        'without a left sibling',
        'of 4,097 nodes',
      ),
      ...pathTrials('root', WRONG_PATHS, 'of 4,098 paths', 'with an unused leaf', 'with an incomplete join'),
      ...pathTrials(
        'root',
        WRONG_PATHS,
        'with two roots',
        'without a root',
        'in a cycle',
        'to a missing path',
        'to a leaf',
      ),
    ],
  ],
  [
    13,
    "a state proof of another block, or a later signature as the block's own",
    [
      ...pathTrials('root', WRONG_PATHS, 'of another block', 'from a sibling of the block', 'that is empty'),
      ...pathTrials('signature', OTHER_ROOTS, 'with another time', 'without a sibling'),
      {
        name: 'the signature of a later block as its own',
        step: 'signature',
        verify: () => {
          const later = laterPaths(unsignedProof(draft()).root);
          const signature = { kind: 'direct', block_signature: base64(network.signer.sign(later.root)) };
          return verify({ ...network.proof(), signature });
        },
      },
    ],
  ],
  [
    14,
    'a valid proof that answers another request',
    [
      ...[
        { transactionId: '0.0.2-1-000000001' },
        { nonce: 1 },
        { scheduled: true },
        { hash: '00'.repeat(48) },
      ].map((transaction) =>
        question(`another transaction: ${Object.keys(transaction)[0]}`, () =>
          verifyTransaction(network.proof(), { ...trust(), transaction }),
        ),
      ),
      question('another block', () => verifyBlock(network.proof(), { ...trust(), number: 41 })),
      ...[{ topic: '0.0.1002' }, { from: 6 }, { to: 8 }].map((request) =>
        question(`other messages: ${Object.keys(request)[0]}`, () =>
          verifyMessages(network.proof(), { ...trust(), asked: request }),
        ),
      ),
      {
        name: 'another network',
        step: 'ledger',
        verify: () => verifyTransaction(network.proof(), { ledgerId: '00'.repeat(32) }),
      },
    ],
  ],
  [
    15,
    'a wrong profile, or an old one that the caller does not allow',
    [
      signed(
        'rules of before 3.15.1',
        'ledger',
        () => ({ ...wraps(null), allowOlderProfiles: false }),
        'one member of a key',
      ),
      signed(
        'old rules without a key that implies them',
        'ledger',
        () => ({
          ...ownSignature(signers(1n, 1n), [0, 1], OLD),
          allowOlderProfiles: true,
        }),
        'newest one',
      ),
      {
        name: 'a current ledger moved to old rules by a WRAPS key of the server',
        step: 'ledger',
        verify: () => {
          const moved = Buffer.concat([
            network.publication,
            message([2, networkVectors().publication.wrapsKey]),
          ]);
          const proof = { ...network.proof(), ledger: { publication: base64(moved) } };
          return verifyTransaction(proof, { ...trust(), allowOlderProfiles: true });
        },
      },
    ],
  ],
  [
    16,
    'points at infinity, keys whose sum is the identity, no signers, an unused slot',
    [
      ...signatures('an aggregate key at infinity', 'an aggregate signature at infinity'),
      ...signatures('no signers', 'a signer beyond the last node'),
      signed(
        'keys whose sum is the identity',
        'signature',
        () => ownSignature(cancelling(), [0, 1]),
        'add up to nothing',
      ),
      signed(
        'a signature of a node without a key',
        'signature',
        () => {
          const [one, other, third] = signers(2n, 2n, 1n);
          if (!one || !other || !third) throw new Error('no signers');
          return ownSignature([one, { ...other, secret: null }, third], [0, 1]);
        },
        'which has no key',
      ),
    ],
  ],
  [
    17,
    'a truncated or extended signature, or a mock; numbers and points in other encodings',
    [
      ...signatures('one byte less', 'one byte more', 'a mock', 'nothing', 'a scalar above the order'),
      ...signatures('an aggregate key that is not on the curve', 'an infinity with a coordinate'),
      ...signatures('an aggregate signature that is not on its curve'),
    ],
  ],
  [
    18,
    'half of the weight, or a claimed weight',
    [
      signed(
        'a hinTS key that half of the weight endorses',
        'signature',
        () => ownSignature(signers(1n, 1n), [0]),
        'weight of 1 of 2',
      ),
      ...signatures('more weight than signed', 'no weight', 'one signer fewer'),
      signed('a weight claimed where the key binds none', 'signature', () =>
        ownSignature(signers(3n, 1n), [0, 1], NEWEST, (key) => {
          const field = HINTS_KEY_FIELDS.find(({ name }) => name === 'l');
          const infinity = Buffer.concat([Buffer.of(0x40), Buffer.alloc(95)]);
          return Buffer.concat([
            key.subarray(0, field?.offset),
            infinity,
            key.subarray((field?.offset ?? 0) + 96),
          ]);
        }),
      ),
    ],
  ],
  [
    19,
    'another ledger, nodes that do not match its id, a key without proof of possession',
    [
      {
        name: 'a ledger that is not the trusted one',
        step: 'ledger',
        verify: async () => {
          const { publication, root, signature } = ownSignature(signers(1n, 1n), [0, 1]);
          const fields = {
            ledger: { publication: base64(publicationBytes(publication)) },
            signature: { kind: 'direct', block_signature: base64(signature) },
          };
          return verifyThreshold(root, fields, trust());
        },
      },
      signed(
        'other nodes under its id',
        'ledger',
        () => {
          const own = ownSignature(signers(1n, 1n), [0, 1]);
          const { ledgerId } = network;
          return { ...own, publication: { ...own.publication, ledgerId: Buffer.from(ledgerId, 'hex') } };
        },
        'not the hash of the nodes',
      ),
      signed(
        'a proof of possession of another key',
        'ledger',
        () => {
          const own = ownSignature(signers(1n, 1n), [0, 1]);
          const [one, other] = own.publication.nodes;
          if (!one || !other) throw new Error('no nodes');
          const key = Buffer.concat([one.key.subarray(0, 64), other.key.subarray(64)]);
          return { ...own, publication: { ...own.publication, nodes: [{ ...one, key }, other] } };
        },
        'possession',
      ),
    ],
  ],
  [
    20,
    'a WRAPS key of the server, WRAPS proofs of another chain',
    [
      signed(
        'a WRAPS key that nothing confirms',
        'ledger',
        () => {
          const { signature, ...own } = ownSignature(signers(1n, 1n), [0, 1]);
          return {
            ...own,
            publication: { ...own.publication, wrapsKey: Buffer.alloc(1768, 3) },
            signature: Buffer.concat([signature.subarray(0, 2728), Buffer.alloc(704)]),
          };
        },
        'WRAPS key that came with',
      ),
      signed('a WRAPS proof of one step', 'signature', () => wraps('i', Buffer.of(1)), 'no second step'),
      signed(
        'a WRAPS proof of another first state',
        'signature',
        () => wraps('z0[0]', Buffer.alloc(31, 1)),
        'begins with another ledger',
      ),
      signed(
        'a WRAPS proof of another hinTS key',
        'signature',
        () => wraps('zi[1]', Buffer.alloc(31, 1)),
        'another hinTS key',
      ),
    ],
  ],
  [
    21,
    'a publication proven by a WRAPS proof under its own key',
    [
      signed('a signature under the key that came with it', 'ledger', () => {
        const real = wraps(null);
        const wrapsKey = Buffer.from(real.publication.wrapsKey);
        wrapsKey[0] = (wrapsKey[0] ?? 0) ^ 1;
        return { ...real, publication: { ...real.publication, wrapsKey } };
      }),
    ],
  ],
  [
    22,
    'an old block as a new one',
    [
      question('an older block than requested', () =>
        verifyBlock(network.proof(), { ...trust(), number: 1_000 }),
      ),
    ],
  ],
  [
    23,
    'nodes counted twice, keys of unknown nodes, too little weight, signatures of another hash',
    [
      ...([2, 5, 6] as const).flatMap((version) =>
        inFile(
          version,
          'a node that signs twice',
          'a node that is not in the book',
          'less than a third of the nodes',
        ),
      ),
      ...inFile(2, 'no signatures', 'another address book', 'the signature of another node'),
      ...inFile(5, 'the layout of the other version', 'a claim that the file was signed'),
      ...inFile(6, 'the layout of the other version'),
    ],
  ],
  [
    24,
    'items in another encoding, an invented start, an unsigned number',
    [
      ...inFile(5, 'another encoding of the transaction', 'another encoding of the record'),
      ...inFile(6, 'another encoding of the transaction', 'another encoding of the record'),
      ...inFile(6, 'a changed hash before the item', 'a missing hash after the item', 'another HAPI version'),
      question('a number of a file of version 5', () => {
        const { proof, book } = fileOf(5);
        proof.block.number = '4711';
        Object.assign(proof.file, { number: '4711' });
        return verifyBlock(proof, { addressBooks: [book], number: 4711 });
      }),
    ],
  ],
  [
    25,
    'parts of a wrapped file that nodes did not sign',
    [
      ...inFile(
        2,
        'another version',
        'a claim that the metadata was signed',
        'the index of a missing transaction',
      ),
      ...inFile(2, 'a changed byte', 'the kind of a block proof'),
    ],
  ],
  [
    26,
    'another payer, topic, time or number in the running hash; a gap',
    [
      ...messages('another payer', 'another topic', 'another time', 'another number', 'another content'),
      ...messages(
        'a gap',
        'an invented message before it',
        'an invented message after it',
        'another previous running hash',
      ),
      ...states('of another topic', 'after another message'),
    ],
  ],
  [
    27,
    'proofs that cost too much to verify',
    [
      ...misshapen('a result longer than its item', 'groups in a result, nested 100 deep'),
      ...misshapen('groups in a transaction, nested 1,000 deep'),
      ...forged(
        'a truncated item',
        'more leaves than the maximum',
        'a number of leaves that is not an integer',
      ),
      ...messages('more messages than the maximum of a proof', 'a number of more than 64 bits'),
      ...inFile(6, 'more signatures than the maximum number of nodes'),
    ],
  ],
];

it('all attacks are listed, each under its number', () => {
  expect(ATTACKS.map(([number]) => number)).toEqual(Array.from({ length: 27 }, (_, index) => index + 1));
  for (const [, , trials] of ATTACKS) expect(trials.length).toBeGreaterThan(0);
});

describe.each(ATTACKS)('attack %i: %s', (_, __, trials) => {
  it.each(trials)('$name is refused at the step $step', async ({ verify: tried, step, message = '' }) => {
    await expect(tried()).rejects.toMatchObject({
      name: 'ProofRefused',
      step,
      message: expect.stringContaining(message),
    });
  });
});
