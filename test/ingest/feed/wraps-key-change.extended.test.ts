import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { type CutoverDay, writeCutoverDay } from '../../rehearsal/cutover-day.ts';
import { removeFolder } from '../../remove-folder.ts';
import { ingestFolder } from '../ingest-folder.ts';

/** A network whose library, and so its WRAPS key, changes after the cutover, with a second first WRAPS proof. */
const BLOCKS = 18;
const CUTOVER = 14;
const FIRST = { at: 10, profile: '3.15.1', wraps: true } as const;
const SECOND = { at: 16, profile: '3.15.1', wraps: true } as const;
const SLOW = 300_000;

let root: string;
let test: TestDatabase;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'tain-wraps-'));
});
afterAll(() => removeFolder(root));
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

async function write(options: Partial<CutoverDay>): Promise<string> {
  const dir = await mkdtemp(path.join(root, 'day-'));
  const day = { dir, blocks: BLOCKS, cutover: CUTOVER, signedFrom: CUTOVER, ledgers: [FIRST, SECOND] };
  await writeCutoverDay({ ...day, ...options });
  return dir;
}

const ingest = (folder: string) =>
  ingestFolder({
    database: test.database,
    folder,
    addressBook: path.join(folder, 'address_book.bin'),
    acceptsMocks: false,
    ledger: { allowsFirstUse: false },
  });

async function select<Row extends object>(statement: string): Promise<Row[]> {
  return (await test.database.pool.query<Row>(statement)).rows;
}

describe.each([
  ['with the same nodes, and so the same id', true],
  ['with new keys of the nodes, and so another id', false],
])('a WRAPS key that is published again %s', (_, keepsNodes) => {
  it(
    'signs from the next block on, and needs no setting',
    async () => {
      await ingest(await write({ ledgers: [FIRST, { ...SECOND, keepsNodes }] }));
      const kinds = await select<{ kind: string }>(
        `select kind::text from record_file join tain.block_proof using (consensus_end) where index >= ${CUTOVER}`,
      );
      expect(kinds).toHaveLength(BLOCKS - CUTOVER);
      expect(kinds.filter(({ kind }) => kind !== 'later-block' && kind !== 'threshold-signature')).toEqual(
        [],
      );
      const ledgers = await select<{ id: string; key: string; grounds: string }>(
        `select encode(ledger_id, 'hex') as id, encode(wraps_key, 'hex') as key, grounds
         from tain.ledger_publication order by consensus_timestamp`,
      );
      expect(ledgers.map(({ grounds }) => grounds)).toEqual(['record-signatures', 'threshold-signature']);
      expect(ledgers[0]?.id === ledgers[1]?.id).toBe(keepsNodes);
      expect(ledgers[0]?.key).not.toBe(ledgers[1]?.key);
    },
    SLOW,
  );

  it(
    'is the only one from then on',
    async () => {
      const ledgers = [FIRST, { ...SECOND, keepsNodes }];
      await expect(ingest(await write({ ledgers, keepsFirstLedger: true }))).rejects.toThrow(
        'The WRAPS proof does not endorse the hinTS key',
      );
      const [last] = await select<{ number: number }>('select max(index)::int as number from record_file');
      expect(last).toEqual({ number: SECOND.at });
    },
    SLOW,
  );
});
