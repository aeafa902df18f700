import { expect, it } from 'vitest';
import type { LedgerPublication } from '../../../../src/ingest/decode/ledger-publication.ts';
import { ledgerPublicationOf } from '../../../../src/ingest/decode/ledger-publication.ts';
import type { Proof } from '../../../../src/ingest/verify/proof.ts';
import { LedgerHistory } from '../../../../src/ingest/verify/tss/ledger-history.ts';
import { outcomeOf } from './outcome.ts';

const publicationOf = (byte: number): LedgerPublication => ({
  ledgerId: Buffer.alloc(32, byte),
  wrapsKey: Buffer.alloc(0),
  nodes: [],
});
const FIRST = publicationOf(1);
const SECOND = publicationOf(2);
const SIGNED: Proof = { kind: 'threshold-signature' };
const RECORD: Proof = {
  kind: 'record-signatures',
  signatures: [],
  signedWeight: 2n,
  totalWeight: 3n,
  readFrom: 0n,
};

const ledgerAt = (history: LedgerHistory, start: bigint) =>
  outcomeOf(() => {
    const { publication, grounds } = history.ledgerFor(start);
    return [publication.ledgerId[0], grounds];
  });

it('knows no ledger before the first publication', () => {
  expect(ledgerAt(new LedgerHistory(null), 5n)).toBe('no-ledger');
});

it('verifies the block with the first publication under it, on first use', () => {
  const history = new LedgerHistory(null);
  history.propose(FIRST, 10n);
  expect(history.isPending).toBe(true);
  expect(history.ledgerFor(9n)).toEqual({ publication: FIRST, grounds: 'first-use', needsSchnorr: false });
  expect(history.confirm(SIGNED)).toEqual([{ publication: FIRST, from: 10n, grounds: 'first-use' }]);
  expect(history.isPending).toBe(false);
  expect(history.ledgerFor(11n)).toMatchObject({ grounds: 'first-use', needsSchnorr: false });
});

it.each(['state-proof', 'later-block'] as const)('so does one that is proven by a %s', (kind) => {
  const history = new LedgerHistory(null);
  history.propose(FIRST, 10n);
  expect(history.confirm({ kind })).toMatchObject([{ grounds: 'first-use' }]);
});

it('believes a first publication that is the one expected, and no other', () => {
  for (const [pinned, outcome] of [
    [FIRST.ledgerId, [1, 'pinned']],
    [SECOND.ledgerId, 'ledger-id'],
  ] as const) {
    const history = new LedgerHistory(pinned);
    history.propose(FIRST, 10n);
    expect(ledgerAt(history, 9n)).toEqual(outcome);
    history.confirm(SIGNED);
    expect(ledgerAt(history, 11n)).toEqual(outcome);
  }
});

it('believes an expected first publication by a Schnorr tail, since its id does not cover the WRAPS key', () => {
  const history = new LedgerHistory(FIRST.ledgerId);
  history.propose(FIRST, 10n);
  expect(history.ledgerFor(9n).needsSchnorr).toBe(true);
  history.confirm(SIGNED);
  expect(history.ledgerFor(11n).needsSchnorr).toBe(false);
});

it('needs no first use where the record stream carries the first publication', () => {
  const history = new LedgerHistory(null);
  history.propose(FIRST, 10n);
  history.confirm(RECORD);
  expect(ledgerAt(history, 11n)).toEqual([1, 'record-signatures']);
});

it('says where a first publication rests on the hash chain alone', () => {
  const history = new LedgerHistory(null);
  history.propose(FIRST, 10n);
  history.confirm({ kind: 'chain' });
  expect(ledgerAt(history, 11n)).toEqual([1, 'chain']);
});

it('puts a publication into force once its block is proven under the one before', () => {
  const history = new LedgerHistory(null, [{ publication: FIRST, from: 10n, grounds: 'pinned' }]);
  history.propose(SECOND, 20n);
  // The block itself, and even one after it, while it is not proven.
  expect(ledgerAt(history, 20n)).toEqual([1, 'pinned']);
  expect(ledgerAt(history, 30n)).toEqual([1, 'pinned']);
  history.confirm(SIGNED);
  expect(ledgerAt(history, 30n)).toEqual([2, 'threshold-signature']);
});

it('forgets a publication whose block is not believed', () => {
  const history = new LedgerHistory(null, [{ publication: FIRST, from: 10n, grounds: 'pinned' }]);
  history.propose(SECOND, 20n);
  history.discard();
  expect(history.isPending).toBe(false);
  expect(history.confirm(SIGNED)).toEqual([]);
  expect(ledgerAt(history, 30n)).toEqual([1, 'pinned']);
});

it('keeps older publications for older blocks', () => {
  const known = [
    { publication: SECOND, from: 20n, grounds: 'threshold-signature' as const },
    { publication: FIRST, from: 10n, grounds: 'record-signatures' as const },
  ];
  const history = new LedgerHistory(FIRST.ledgerId, known);
  expect([10n, 11n, 20n, 21n].map((start) => ledgerAt(history, start))).toEqual([
    // The first ledger's own block is proven by other means once it is in force.
    'no-ledger',
    [1, 'record-signatures'],
    [1, 'record-signatures'],
    [2, 'threshold-signature'],
  ]);
});

it('takes the last of several publications of one block, and only the first can be on first use', () => {
  const history = new LedgerHistory(null);
  history.propose(FIRST, 10n);
  history.propose(SECOND, 11n);
  expect(ledgerAt(history, 9n)).toEqual([1, 'first-use']);
  expect(history.confirm(SIGNED).map(({ grounds }) => grounds)).toEqual(['first-use', 'threshold-signature']);
  expect(ledgerAt(history, 12n)).toEqual([2, 'threshold-signature']);
});

it('reads a publication only from a transaction that the network carried out', () => {
  const body = {
    ledgerIdPublication: {
      ledgerId: FIRST.ledgerId,
      historyProofVerificationKey: Buffer.of(7),
      nodeContributions: [{ historyProofKey: Buffer.of(9) }, {}],
    },
  };
  expect(ledgerPublicationOf({ body, successful: true })).toEqual({
    ledgerId: FIRST.ledgerId,
    wrapsKey: Buffer.of(7),
    nodes: [
      { nodeId: 0n, weight: 0n, key: Buffer.of(9) },
      { nodeId: 0n, weight: 0n, key: new Uint8Array() },
    ],
  });
  expect(ledgerPublicationOf({ body, successful: false })).toBeNull();
  expect(ledgerPublicationOf({ body: { cryptoTransfer: {} }, successful: true })).toBeNull();
  expect(ledgerPublicationOf({ body: { ledgerIdPublication: {} }, successful: true })).toEqual({
    ledgerId: new Uint8Array(),
    wrapsKey: new Uint8Array(),
    nodes: [],
  });
});
