import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../../packages/verify/test/tss/outcome.ts';
import { ledgerPublicationOf } from '../../../../src/ingest/decode/ledger-publication.ts';
import type { Proof } from '../../../../src/ingest/verify/proof.ts';
import {
  type LedgerForBlock,
  LedgerHistory,
  type LedgerInForce,
  type LedgerSettings,
} from '../../../../src/ingest/verify/tss/ledger-history.ts';

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

/** Returns settings with trust on first use, overridden by the given ones. */
const by = (settings: Partial<LedgerSettings> = {}): LedgerSettings => ({
  pinned: null,
  given: null,
  allowsFirstUse: true,
  ...settings,
});
const PUBLIC = by({ allowsFirstUse: false });
const pinnedTo = ({ ledgerId }: LedgerPublication): LedgerSettings => by({ pinned: ledgerId });

const allAt = (history: LedgerHistory, start: bigint) =>
  outcomeOf(() =>
    history
      .ledgersFor(start)
      .map(({ publication, grounds, doubt }) => [
        publication.ledgerId[0],
        doubt === null ? grounds : 'doubted',
      ]),
  );

/** Returns the one ledger with which a block is verified, and the reason why it is trusted. */
const ledgerAt = (history: LedgerHistory, start: bigint) => {
  const all = allAt(history, start);
  if (!Array.isArray(all)) return all;
  expect(all).toHaveLength(1);
  return all[0];
};

const firstOf = (ledgers: readonly LedgerForBlock[]): LedgerForBlock => {
  const [first] = ledgers;
  if (!first) throw new Error('the list is empty');
  return first;
};

it('has no ledger before the first publication', () => {
  expect(ledgerAt(new LedgerHistory(by()), 5n)).toBe('no-ledger');
});

it('verifies the block with the first publication under that ledger, on first use', () => {
  const history = new LedgerHistory(by());
  history.propose(FIRST, 10n);
  expect(history.isPending).toBe(true);
  expect(history.ledgersFor(9n)).toEqual([
    { publication: FIRST, grounds: 'first-use', needsSchnorr: false, doubt: null },
  ]);
  expect(history.confirm(SIGNED)).toEqual([{ publication: FIRST, from: 10n, grounds: 'first-use' }]);
  expect(history.isPending).toBe(false);
  expect(history.ledgersFor(11n)).toMatchObject([{ grounds: 'first-use', needsSchnorr: false }]);
});

it.each(['state-proof', 'later-block'] as const)(
  'accepts the first publication on first use when the proof is a %s',
  (kind) => {
    const history = new LedgerHistory(by());
    history.propose(FIRST, 10n);
    expect(history.confirm({ kind })).toMatchObject([{ grounds: 'first-use' }]);
  },
);

it('accepts only the expected first publication', () => {
  for (const [pinned, outcome] of [
    [FIRST.ledgerId, [1, 'pinned']],
    [SECOND.ledgerId, 'ledger-id'],
  ] as const) {
    const history = new LedgerHistory(by({ pinned }));
    history.propose(FIRST, 10n);
    expect(ledgerAt(history, 9n)).toEqual(outcome);
    history.confirm(SIGNED);
    expect(ledgerAt(history, 11n)).toEqual(outcome);
  }
});

it('accepts an expected first publication by a Schnorr tail, because its id does not cover the WRAPS key', () => {
  const history = new LedgerHistory(pinnedTo(FIRST));
  history.propose(FIRST, 10n);
  expect(firstOf(history.ledgersFor(9n)).needsSchnorr).toBe(true);
  history.confirm(SIGNED);
  expect(firstOf(history.ledgersFor(11n)).needsSchnorr).toBe(false);
});

it('needs no first use if the record stream has the first publication', () => {
  const history = new LedgerHistory(by());
  history.propose(FIRST, 10n);
  history.confirm(RECORD);
  expect(ledgerAt(history, 11n)).toEqual([1, 'record-signatures']);
});

describe('first use', () => {
  const opened: readonly (readonly [string, LedgerSettings, readonly LedgerInForce[], boolean])[] = [
    ['in a public network, which requires the id', PUBLIC, [], false],
    ['after stored blocks', by(), [], true],
    ['in a public network after stored blocks', PUBLIC, [], true],
  ];
  it.each(opened)('does not apply %s', (_, settings, known, hasBegun) => {
    const history = new LedgerHistory(settings, known, hasBegun);
    history.propose(FIRST, 10n);
    expect(ledgerAt(history, 9n)).toEqual([1, 'doubted']);
    expect(firstOf(history.ledgersFor(9n)).doubt).toContain('TAIN_LEDGER_ID');
  });

  it('does not apply after a block proven in this run', () => {
    const history = new LedgerHistory(by());
    history.propose(FIRST, 10n);
    history.discard();
    expect(history.isReadyAt(9n)).toBe(false);
    history.noteBlock();
    history.propose(FIRST, 10n);
    expect(ledgerAt(history, 9n)).toEqual([1, 'doubted']);
  });

  it('is no longer trusted if the settings disallow it, except by its id', () => {
    const known: LedgerInForce[] = [
      { publication: FIRST, from: 10n, grounds: 'first-use' },
      { publication: SECOND, from: 20n, grounds: 'threshold-signature' },
    ];
    const times = [11n, 21n];
    const at = (settings: LedgerSettings) => {
      const history = new LedgerHistory(settings, known, true);
      return times.map((time) => ledgerAt(history, time));
    };
    expect(at(by())).toEqual([
      [1, 'first-use'],
      [2, 'threshold-signature'],
    ]);
    expect(at(PUBLIC)).toEqual([
      [1, 'doubted'],
      [2, 'doubted'],
    ]);
    expect(at({ ...PUBLIC, pinned: FIRST.ledgerId })).toEqual([
      [1, 'pinned'],
      [2, 'threshold-signature'],
    ]);
    // The ledger's WRAPS key was never verified.
    const pinned = new LedgerHistory({ ...PUBLIC, pinned: FIRST.ledgerId }, known, true);
    expect(firstOf(pinned.ledgersFor(11n)).needsSchnorr).toBe(true);
  });
});

describe('a publication proven only by the hash chain of its block', () => {
  const inChain = (settings: LedgerSettings, known: readonly LedgerInForce[] = []) => {
    const history = new LedgerHistory(settings, known, true);
    history.propose(FIRST, 10n);
    expect(history.confirm({ kind: 'chain' })).toMatchObject([{ grounds: 'chain' }]);
    return history;
  };

  it('proves no block that it signs, nor the next publication', () => {
    const history = inChain(by());
    expect(ledgerAt(history, 11n)).toEqual([1, 'doubted']);
    expect(history.isReadyAt(11n)).toBe(false);
    history.propose(SECOND, 20n);
    // The block with the publication may be signed by either ledger.
    expect(allAt(history, 19n)).toEqual([
      [2, 'doubted'],
      [1, 'doubted'],
    ]);
    history.confirm({ kind: 'chain' });
    expect(ledgerAt(history, 21n)).toEqual([2, 'doubted']);
  });

  it('is trusted for the id that the operator set, except its WRAPS key', () => {
    const [pinned] = inChain(pinnedTo(FIRST)).ledgersFor(11n);
    expect(pinned).toMatchObject({ grounds: 'pinned', needsSchnorr: true, doubt: null });
    const given = { ...FIRST, wrapsKey: Buffer.of(7) };
    expect(inChain(by({ given })).ledgersFor(11n)).toEqual([
      { publication: given, grounds: 'given', needsSchnorr: false, doubt: null },
    ]);
    expect(ledgerAt(inChain(pinnedTo(SECOND)), 11n)).toBe('ledger-id');
  });

  it('does not replace the previously proven ledger', () => {
    const history = inChain(by(), [{ publication: SECOND, from: 5n, grounds: 'record-signatures' }]);
    expect(allAt(history, 11n)).toEqual([
      [2, 'record-signatures'],
      [1, 'doubted'],
    ]);
  });

  it('is unsigned, though nodes signed the rest of its block', () => {
    const history = new LedgerHistory(by());
    history.propose(FIRST, 10n, false);
    expect(history.confirm(RECORD)).toMatchObject([{ grounds: 'chain' }]);
  });
});

describe('a publication in a file of the operator', () => {
  it('is in force from the beginning, and proves later publications', () => {
    const history = new LedgerHistory({ ...PUBLIC, given: FIRST }, [], true);
    expect(history.isReadyAt(0n)).toBe(true);
    expect(ledgerAt(history, 0n)).toEqual([1, 'given']);
    history.propose(SECOND, 10n);
    expect(ledgerAt(history, 9n)).toEqual([1, 'given']);
    expect(history.confirm(SIGNED)).toMatchObject([{ grounds: 'threshold-signature' }]);
    expect(ledgerAt(history, 11n)).toEqual([2, 'threshold-signature']);
  });

  it('follows the proven ones', () => {
    const known: LedgerInForce[] = [{ publication: SECOND, from: 5n, grounds: 'record-signatures' }];
    const history = new LedgerHistory(by({ given: FIRST, pinned: FIRST.ledgerId }), known, true);
    expect(ledgerAt(history, 5n)).toEqual([1, 'given']);
    expect(ledgerAt(history, 6n)).toEqual([2, 'record-signatures']);
  });
});

it('puts a publication into force once its block is proven under the previous one', () => {
  const history = new LedgerHistory(by(), [{ publication: FIRST, from: 10n, grounds: 'pinned' }]);
  history.propose(SECOND, 20n);
  // The ledger applies to the block itself, and to later blocks until it is proven.
  expect(ledgerAt(history, 20n)).toEqual([1, 'pinned']);
  expect(ledgerAt(history, 30n)).toEqual([1, 'pinned']);
  history.confirm(SIGNED);
  expect(ledgerAt(history, 30n)).toEqual([2, 'threshold-signature']);
});

it('discards a publication whose block is refused', () => {
  const history = new LedgerHistory(by(), [{ publication: FIRST, from: 10n, grounds: 'pinned' }]);
  history.propose(SECOND, 20n);
  history.discard();
  expect(history.isPending).toBe(false);
  expect(history.confirm(SIGNED)).toEqual([]);
  expect(ledgerAt(history, 30n)).toEqual([1, 'pinned']);
});

it('retains older publications for older blocks', () => {
  const known = [
    { publication: SECOND, from: 20n, grounds: 'threshold-signature' as const },
    { publication: FIRST, from: 10n, grounds: 'record-signatures' as const },
  ];
  const history = new LedgerHistory(pinnedTo(FIRST), known);
  expect([10n, 11n, 20n, 21n].map((start) => ledgerAt(history, start))).toEqual([
    // The first ledger's own block is proven by other means once the ledger is valid.
    'no-ledger',
    [1, 'record-signatures'],
    [1, 'record-signatures'],
    [2, 'threshold-signature'],
  ]);
});

it('uses the last of several publications of one block, and only the first can be on first use', () => {
  const history = new LedgerHistory(by());
  history.propose(FIRST, 10n);
  history.propose(SECOND, 11n);
  expect(ledgerAt(history, 9n)).toEqual([1, 'first-use']);
  expect(history.confirm(SIGNED).map(({ grounds }) => grounds)).toEqual(['first-use', 'threshold-signature']);
  expect(ledgerAt(history, 12n)).toEqual([2, 'threshold-signature']);
});

it('reads a publication only from a successful transaction', () => {
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
