import { beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../database.ts';
import { CheckedHistory, check } from './checked-history.ts';

/** Damages that only a check with the stream finds: a table, and the SQL that damages one of its rows. */
const DAMAGES: readonly (readonly [table: string, sql: string, subject: string])[] = [
  [
    'transaction',
    `update transaction set memo = memo || 'x' where ctid = $1`,
    'memo of a row of transaction',
  ],
  [
    'transaction',
    `update transaction set charged_tx_fee = charged_tx_fee + 1 where ctid = $1`,
    'charged_tx_fee of',
  ],
  [
    'assessed_custom_fee',
    'update assessed_custom_fee set amount = amount + 1 where ctid = $1',
    'amount of a row of',
  ],
  [
    'contract_action',
    'update contract_action set gas = gas + 1 where ctid = $1',
    'gas of a row of contract_action',
  ],
  [
    'contract_log',
    `update contract_log set data = data || 'x' where ctid = $1`,
    'data of a row of contract_log',
  ],
  ['contract_log', 'delete from contract_log where ctid = $1', 'a row of contract_log'],
  [
    'contract_state_change',
    `update contract_state_change set value_read = 'x' where ctid = $1`,
    'value_read of',
  ],
  ['contract_result', `update contract_result set error_message = 'x' where ctid = $1`, 'error_message of'],
  [
    'contract_transaction',
    'delete from contract_transaction where ctid = $1',
    'a row of contract_transaction',
  ],
  [
    'contract_transaction_hash',
    `update contract_transaction_hash set hash = 'x' where ctid = $1`,
    'contract_transaction_hash',
  ],
  [
    'ethereum_transaction',
    'update ethereum_transaction set nonce = nonce + 1 where ctid = $1',
    'nonce of a row of',
  ],
  [
    'file_data',
    `update file_data set file_data = file_data || 'x' where ctid = $1`,
    'file_data of a row of file_data',
  ],
  [
    'staking_reward_transfer',
    'delete from staking_reward_transfer where ctid = $1',
    'staking_reward_transfer',
  ],
  [
    'transaction_signature',
    `update transaction_signature set signature = 'x' where ctid = $1`,
    'signature of a row of',
  ],
  [
    'network_stake',
    'update network_stake set stake_total = 1 where ctid = $1',
    'stake_total of a row of network_stake',
  ],
  ['node_stake', 'delete from node_stake where ctid = $1', 'a row of node_stake'],
  ['prng', 'delete from prng where ctid = $1', 'a row of prng'],
  [
    'record_file',
    `update record_file set file_hash = repeat('ab', 48) where ctid = $1`,
    'file_hash of a row of record_file',
  ],
  [
    'sidecar_file',
    'update sidecar_file set size = size + 1 where ctid = $1',
    'size of a row of sidecar_file',
  ],
];

const TIME: Readonly<Record<string, string>> = {
  record_file: 'consensus_end',
  sidecar_file: 'consensus_end',
};

async function damagedBlock({ database }: TestDatabase, at: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ number: string }>(
    'select index::text as number from record_file where consensus_end >= $1 order by consensus_end limit 1',
    [at],
  );
  return BigInt(rows[0]?.number ?? -1);
}

describe.each([
  ['record files', {}, DAMAGES],
  // The same code makes rows of both kinds of blocks, so one damage on each side is enough.
  ['record files and blocks', { cutover: 12 }, DAMAGES.slice(0, 1)],
] as const)('a database that is compared with its stream of %s', (_, options, damages) => {
  let history: CheckedHistory;
  beforeAll(async () => {
    history = await CheckedHistory.make(options);
  });

  it('is clean after the ingest, also in part', async () => {
    const test = await history.copy();
    try {
      const { finding, notes, blocks } = await check(test, {}, history.folder);
      expect({ finding, notes, blocks }).toEqual({ finding: null, notes: [], blocks: 24 });
      const part = await check(test, { from: { number: 10n }, to: { number: 17n } }, history.folder);
      expect(part).toMatchObject({ finding: null, first: 10n, last: 17n, notes: [] });
    } finally {
      await test.drop();
    }
  });

  // A block node sends uncompressed blocks, and older buckets have more digits in their names.
  it('ignores the source of a block', async () => {
    const test = await history.copy();
    try {
      const { rowCount } = await test.database.pool.query(
        `update record_file
         set name = lpad(index::text, case when index % 2 = 0 then 19 else 36 end, '0') || '.blk', size = size + 99
         where name like '%.blk%'`,
      );
      expect(rowCount).toBe('cutover' in options ? 12 : 0);
      const bounds = { from: { number: 11n }, to: { number: 14n } };
      expect((await check(test, bounds, history.folder)).findings).toEqual([]);
      await test.database.pool.query(
        `update record_file set name = replace(name, '13', '77') where index = 13 and name like '%.blk%'`,
      );
      const { findings } = await check(test, bounds, history.folder);
      const columns = findings.map(({ block, difference: { column } }) => [block, column]);
      expect(columns).toEqual(
        'cutover' in options
          ? [
              [13n, 'name'],
              [13n, 'size'],
            ]
          : [],
      );
    } finally {
      await test.drop();
    }
  });

  // Databases of former releases, and of other mirrors, have the slot as a record names it.
  it.each([
    ['all changes', 'true'],
    // A slot has both forms.
    [
      'later changes',
      `consensus_timestamp > (select percentile_disc(0.5) within group (order by consensus_timestamp)
        from contract_state_change where length(slot) < 32)`,
    ],
  ])('ignores leading zeros in slots of %s', async (_which, condition) => {
    const test = await history.copy();
    try {
      const { rowCount } = await test.database.pool.query(
        `update contract_state_change set slot = '\\x00'::bytea || slot where length(slot) < 32 and ${condition}`,
      );
      expect(rowCount).toBeGreaterThan(0);
      const { rows } = await test.database.pool.query(
        `select from contract_state_change group by contract_id, ltrim(slot, '\\x00') having count(distinct slot) > 1`,
      );
      expect(rows.length > 0).toBe(condition !== 'true');
      expect((await check(test, {}, history.folder)).findings).toEqual([]);
    } finally {
      await test.drop();
    }
  });

  it('reports a damage of each table in its block', async () => {
    const test = await history.copy();
    try {
      const blocks: bigint[] = [];
      for (const [index, [table, sql]] of damages.entries()) {
        const time = TIME[table] ?? 'consensus_timestamp';
        // Each damage has its own share of the history, so that those of one table are in several rows.
        const { rows } = await test.database.pool.query<{ place: string; at: string }>(
          `select ctid::text as place, ${time}::text as at from ${table} where ${time} > 1 order by ${time}
           offset (select count(*) * $1 / $2 from ${table} where ${time} > 1) limit 1`,
          [index + 1, damages.length + 1],
        );
        const [row] = rows;
        expect(row, table).toBeDefined();
        blocks.push(await damagedBlock(test, row?.at ?? ''));
        await test.database.pool.query(sql, [row?.place]);
      }
      const { findings } = await check(test, {}, history.folder);
      for (const [index, [table, , subject]] of damages.entries()) {
        const found = findings.filter(({ block }) => block === blocks[index]);
        const subjects = found.map(({ difference }) => difference.subject);
        expect([table, subjects.join('\n')]).toEqual([table, expect.stringContaining(subject)]);
      }
    } finally {
      await test.drop();
    }
  });
});
