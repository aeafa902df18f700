import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proto } from '@tain/protos/hapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { simulate } from '../../../packages/network-simulator/src/simulate.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { DEFAULT_BATCH_LIMITS } from '../../../src/ingest/options.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { type Stake, stakesAt } from '../../demo/oracle/stakes.ts';
import { dumpTables } from '../dump-tables.ts';
import { ingestFolder } from '../ingest-folder.ts';

/** Compares the rows derived from a demo stream with the ledger that wrote it. */

const DAY = 86_400_000_000_000n;
const QUARTER = 900_000_000_000n;
const SUCCESS = 22;
const OPTIONS = {
  seed: 41,
  tps: 50,
  blocks: 16,
  signInner: false,
  // Normal traffic begins shortly before the end of the third day.
  steadyFrom: DEFAULT_START + 3n * DAY - 8_000_000_000n,
  mix: { CRYPTOUPDATEACCOUNT: 60, CRYPTODELETE: 5 },
};

interface Update {
  readonly at: bigint;
  readonly rates: ReadonlyMap<number, bigint>;
}
describe('rows derived from a demo stream', () => {
  let dir = '';
  let stored: TestDatabase;
  let ledger: Ledger;
  let whole: Record<string, string[]>;
  const ends: bigint[] = [];
  const updates: Update[] = [];

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'tain-derived-'));
    await writeDemo({ runCode: demoEngine, dir, ...OPTIONS });
    ledger = await simulate({
      runCode: demoEngine,
      ...OPTIONS,
      history: true,
      onBlock: (block, { lastConsensus }) => {
        ends.push(lastConsensus);
        for (const item of block.items) {
          // Users that try to end a period are refused.
          if (item.type !== 'nodeStakeUpdate' || item.status !== SUCCESS) continue;
          const body = bodyOf(item.transaction).nodeStakeUpdate;
          const rates = new Map(
            (body?.nodeStake ?? []).map((node) => [
              Number(node.nodeId ?? 0),
              BigInt(String(node.rewardRate ?? 0)),
            ]),
          );
          updates.push({ at: item.at, rates });
        }
      },
    });
    stored = await createTestDatabase();
    await ingestFolder({
      database: stored.database,
      folder: dir,
      addressBook: join(dir, 'address_book.bin'),
    });
    whole = await dumpTables(stored.database);
  });
  afterAll(async () => {
    await stored?.drop();
    rmSync(dir, { recursive: true, force: true });
  });

  const select = async (sql: string, values: unknown[] = []): Promise<string[]> => {
    const { rows } = await stored.database.pool.query<{ line: string }>(sql, values);
    return rows.map(({ line }) => line).sort();
  };

  it('has a snapshot at the first block of each quarter of an hour, with the balances of the ledger', async () => {
    const marks = ends.filter((end, i) => i > 0 && end / QUARTER > (ends[i - 1] ?? 0n) / QUARTER);
    expect(marks.length).toBeGreaterThan(3);
    expect(await select('select distinct consensus_timestamp::text as line from account_balance')).toEqual(
      marks.map(String).sort(),
    );
    for (const at of marks) {
      const accounts = [...ledger.accounts.entries()].flatMap(([num]) => {
        const row = ledger.accounts.at(num, at);
        return row && row.balance !== 0n ? [`${num}|${row.balance}`] : [];
      });
      expect(
        await select(
          `select account_id || '|' || balance as line from (
             select distinct on (account_id) * from account_balance where consensus_timestamp <= $1
             order by account_id, consensus_timestamp desc) b where balance <> 0`,
          [at],
        ),
      ).toEqual(accounts.sort());
      const tokens = [...ledger.relations.entries()].flatMap(([key]) => {
        const row = ledger.relations.at(key, at);
        return row && row.balance !== 0n ? [`${row.account}|${row.token}|${row.balance}`] : [];
      });
      expect(
        await select(
          `select concat_ws('|', account_id, token_id, balance) as line from (
             select distinct on (account_id, token_id) * from token_balance where consensus_timestamp <= $1
             order by account_id, token_id, consensus_timestamp desc) b where balance <> 0`,
          [at],
        ),
      ).toEqual(tokens.sort());
    }
  });

  it('has the stakes and pending rewards of each staking period', async () => {
    expect(updates.length).toBeGreaterThan(2);
    const expected: string[] = [];
    let current = new Map<number, Stake>();
    for (const { at, rates } of updates) {
      const day = at / DAY - 1n;
      const next = stakesAt(ledger, at, day, rates, current);
      for (const [num, stake] of current) expected.push(stakeLine(num, day - 1n, stake, at));
      current = next;
    }
    const last = (updates.at(-1)?.at ?? 0n) / DAY - 1n;
    for (const [num, stake] of current) expected.push(stakeLine(num, last, stake, null));
    expect([...current.values()].filter(({ pending }) => pending > 0n).length).toBeGreaterThan(5);
    expect([...current.values()].filter(({ toMe }) => toMe > 0n).length).toBeGreaterThan(0);
    expect(
      await select(
        `select concat_ws('|', id, end_stake_period, pending_reward, staked_node_id_start, staked_to_me,
           stake_total_start, lower(timestamp_range), upper(timestamp_range)) as line
         from (select * from entity_stake union all select * from entity_stake_history) s`,
      ),
    ).toEqual(expected.sort());
  });

  it('agrees with the stakes that the network published for its nodes', async () => {
    expect(
      await select(
        `select concat_ws('|', n.consensus_timestamp, n.node_id) as line from node_stake n
         where n.stake_rewarded <> coalesce((select sum(stake_total_start) from (
           select * from entity_stake union all select * from entity_stake_history) s
           where lower(s.timestamp_range) = n.consensus_timestamp and s.staked_node_id_start = n.node_id), 0)`,
      ),
    ).toEqual([]);
  });

  it.each([1, 37])('is the same for batches of %i items, stopped after each', async (maxItems) => {
    const other = await createTestDatabase();
    try {
      for (let blocks = -1; blocks !== 0; ) {
        ({ blocks } = await ingestFolder({
          database: other.database,
          folder: dir,
          addressBook: join(dir, 'address_book.bin'),
          limits: { ...DEFAULT_BATCH_LIMITS, maxItems, minItems: 1 },
          stopAfter: 9,
        }));
      }
      expect(await dumpTables(other.database)).toEqual(whole);
    } finally {
      await other.drop();
    }
  });
});

function bodyOf(transaction: Uint8Array): proto.ITransactionBody {
  const { signedTransactionBytes, bodyBytes } = proto.Transaction.decode(transaction);
  const bytes = signedTransactionBytes?.length
    ? proto.SignedTransaction.decode(signedTransactionBytes).bodyBytes
    : bodyBytes;
  return proto.TransactionBody.decode(bytes ?? new Uint8Array());
}

function stakeLine(num: number, day: bigint, stake: Stake, to: bigint | null): string {
  const { pending, node, toMe, total, from } = stake;
  return [num, day, pending, node, toMe, total, from, ...(to === null ? [] : [to])].join('|');
}
