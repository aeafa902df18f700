import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { encodeEntityId } from '@tain/ledger/entity-id';
import { com } from '@tain/protos/hapi';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notePublicNetwork } from '../../../src/app/streams/public-network-notes.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { ResumePoint } from '../../../src/ingest/feed/feed.ts';

const NOW = Date.UTC(2026, 10, 23, 17);
const PUBLICATION: LedgerPublication = {
  ledgerId: Buffer.alloc(32, 7),
  wrapsKey: Buffer.alloc(1768),
  nodes: [{ nodeId: 0n, weight: 1n, key: Buffer.alloc(192) }],
};
const EMPTY: ResumePoint = {
  lastBlock: null,
  addressBooks: [],
  pendingAddressBooks: [],
  stakes: [],
  ledgers: [],
};
const STAKES = [{ nodeId: 0n, stake: 1n }];
const block = (version: number): ResumePoint['lastBlock'] => ({
  number: 1n,
  consensusEnd: 1n,
  version,
  hapiVersion: { major: 0, minor: 79, patch: 0 },
  recordHash: version === 7 ? null : '00',
  rootHash: version === 7 ? '00' : null,
});

async function notes(
  settings: Record<string, string>,
  known: Partial<ResumePoint> = {},
  now = NOW,
): Promise<(readonly [string, string])[]> {
  const lines: (readonly [string, string])[] = [];
  const log = {
    info: (_: object, sentence: string) => void lines.push(['info', sentence]),
    warn: (_: object, sentence: string) => void lines.push(['warn', sentence]),
  };
  await notePublicNetwork(readConfig(settings), { ...EMPTY, ...known }, log, now);
  return lines;
}

let root: string;
let ledgerFile: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'tain-notes-'));
  ledgerFile = path.join(root, 'ledger.bin');
  const { ledgerId, wrapsKey, nodes } = PUBLICATION;
  const body = com.hedera.hapi.node.tss.LedgerIdPublicationTransactionBody.encode({
    ledgerId,
    historyProofVerificationKey: wrapsKey,
    nodeContributions: nodes.map(({ nodeId, weight, key }) => ({
      nodeId: Long.fromString(String(nodeId)),
      weight: Long.fromString(String(weight)),
      historyProofKey: key,
    })),
  });
  await writeFile(ledgerFile, body.finish());
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('a start on testnet or mainnet', () => {
  it('reports what the cutover lacks, the age of the address book, and equal weights', async () => {
    expect(await notes({ TAIN_NETWORK: 'testnet' })).toEqual([
      [
        'warn',
        'testnet changes over to blocks on 2026-11-25, in 2 days, with consensus node 0.80; no ledger is known yet. Blocks are stored once the record stream has published it, or TAIN_LEDGER_ID or TAIN_LEDGER_FILE names it (docs/cutover.md).',
      ],
      [
        'info',
        'Signatures are verified with the address book of this release, of 2025-12-30, 327 days old. The stream contains a newer one when the network changes it. For an empty database, use a newer release, or set TAIN_ADDRESS_BOOK to the contents of file 0.0.102.',
      ],
      [
        'info',
        'Signatures of all nodes have equal weight until the first stake update in the stream, soon after midnight UTC.',
      ],
    ]);
    const [ledger, book] = await notes({ TAIN_NETWORK: 'mainnet' });
    expect(ledger?.[1]).toContain('mainnet changes over to blocks on 2026-12-09, in 16 days');
    expect(book?.[1]).toContain('of this release, of 2026-01-28, 298 days old');
  });

  it('reports the costs of the bucket of mainnet, while its record files are followed', async () => {
    const costs = async (settings: Record<string, string>, known: Partial<ResumePoint> = {}) =>
      (await notes({ TAIN_NETWORK: 'mainnet', ...settings }, known)).filter(([, text]) => text.includes('$'));
    expect(await costs({ TAIN_BUCKET_POLL_INTERVAL: '1s' })).toEqual([
      ['info', expect.stringMatching(/^Following mainnet takes about 1\.8 million lists .*: 300 \$ a month/)],
    ]);
    expect(await costs({ TAIN_STREAMS: root })).toEqual([]);
    expect(await costs({}, { lastBlock: block(7) })).toEqual([]);
    expect(await costs({ TAIN_NETWORK: 'testnet' })).toEqual([]);
  });

  it('reports the day of the cutover, and the time after it', async () => {
    const at = async (now: number) => (await notes({ TAIN_NETWORK: 'testnet' }, {}, now))[0]?.[1];
    expect(await at(Date.UTC(2026, 10, 24))).toContain('on 2026-11-25, in 1 day, with');
    expect(await at(Date.UTC(2026, 10, 25))).toContain('testnet was to change over to blocks on 2026-11-25');
  });

  it('reports the published or configured ledger, and expects the configured one', async () => {
    const known = async (settings: Record<string, string>, resume: Partial<ResumePoint> = {}) =>
      (await notes({ TAIN_NETWORK: 'testnet', ...settings }, resume))[0];
    const isKnown = ['info', expect.stringContaining('the ledger that signs them is known')];
    const ledgers = (grounds: 'record-signatures' | 'first-use') => ({
      ledgers: [{ publication: PUBLICATION, from: 1n, grounds }],
    });
    expect(await known({}, ledgers('record-signatures'))).toEqual(isKnown);
    expect(await known({ TAIN_LEDGER_FILE: ledgerFile })).toEqual(isKnown);
    expect((await known({}, ledgers('first-use')))?.[0]).toBe('warn');
    const id = '07'.repeat(32);
    const expected = [
      'warn',
      expect.stringContaining(`ledger ${id} is expected, and its keys are not known yet`),
    ];
    expect(await known({ TAIN_LEDGER_ID: id })).toEqual(expected);
    const other = { TAIN_LEDGER_ID: '08'.repeat(32) };
    expect((await known(other, ledgers('record-signatures')))?.[0]).toBe('warn');
  });

  it('names the newest stored address book, or the one of the settings', async () => {
    const book = async (settings: Record<string, string>, known: Partial<ResumePoint> = {}) =>
      (await notes({ TAIN_NETWORK: 'testnet', ...settings }, known))[1]?.[1];
    const stored = (file: bigint, day: number) => ({
      startConsensusTimestamp: BigInt(Date.UTC(2026, 10, day)) * 1_000_000n,
      fileId: encodeEntityId(0n, 0n, file),
      fileData: Buffer.alloc(0),
    });
    const addressBooks = [stored(102n, 3), stored(102n, 13), stored(101n, 20)];
    expect(await book({}, { addressBooks })).toContain(
      'the address book that is stored, of 2026-11-13, 10 days old',
    );
    const initial = { addressBooks: [{ ...stored(102n, 3), startConsensusTimestamp: 1n }] };
    expect(await book({}, initial)).toContain('that is stored, of unknown age');
    expect(await book({ TAIN_ADDRESS_BOOK: '/book.bin' })).toContain(
      'that TAIN_ADDRESS_BOOK names, of unknown age',
    );
  });

  it('reports only open points', async () => {
    const ledgers = [{ publication: PUBLICATION, from: 1n, grounds: 'record-signatures' as const }];
    expect(await notes({ TAIN_NETWORK: 'testnet' }, { stakes: STAKES, ledgers })).toHaveLength(2);
    expect(await notes({ TAIN_NETWORK: 'testnet' }, { lastBlock: block(7) })).toEqual([]);
    expect(await notes({ TAIN_NETWORK: 'testnet' }, { lastBlock: block(6), stakes: STAKES })).toHaveLength(2);
    for (const network of ['demo', 'other', 'previewnet']) {
      expect(await notes({ TAIN_NETWORK: network })).toEqual([]);
    }
  });
});
