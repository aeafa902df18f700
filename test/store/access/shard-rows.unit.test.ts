import { describe, expect, it } from 'vitest';
import { rowsOfTables, shardRows, shardTable } from '../../../src/store/access/citus/shard-rows.ts';
import { asBound, compareRows, isAmong } from '../../../src/store/access/condition.ts';
import { sameKey } from '../../../src/store/access/joined-rows.ts';
import { hasRow } from '../../../src/store/access/lookup.ts';
import { targetOf } from '../../../src/store/access/target.ts';
import { type Sql, sql, writtenFor } from '../../../src/store/sql.ts';

const SEVERAL = targetOf(false, true);
const VISIBLE = `coalesce(nullif(current_setting('tain.visible', true), ''), '9223372036854775807')::bigint`;

function written(query: Sql | undefined): unknown {
  if (query === undefined) return undefined;
  const { text, values } = writtenFor(query, SEVERAL);
  return [text.replaceAll(/\s+/g, ' '), ...values];
}

const scan = { from: sql`topic_message m`, select: sql`m.sequence_number`, end: sql`limit 2` };
const rows = (where: readonly Sql[], changed: Partial<typeof scan> = {}) =>
  written(shardRows({ ...scan, ...changed, where }, SEVERAL)?.from);

describe('a scan of a distributed table', () => {
  const begin =
    'tain_reading.rows_of(format($sent$select m.sequence_number::int8 as sent_sequence_number from public.topic_message m where ';
  const end = `m.consensus_timestamp <= %L limit 2$sent$`;
  const typed = 'as m(sequence_number int8)';

  it.each<[string, Sql, string, readonly unknown[]]>([
    [
      'values',
      sql`m.topic_id = ${5n} and m.message = ${Buffer.from('a')}`,
      'm.topic_id = %L and m.message = %L',
      [5n, Buffer.from('a')],
    ],
    [
      'lists of values',
      sql`m.topic_id = any(${[1n, 2n]}::bigint[])`,
      'm.topic_id = any(%L::bigint[])',
      [[1n, 2n]],
    ],
    [
      'row comparisons',
      compareRows([sql`m.topic_id`, sql`m.sequence_number`], '>', [sql`${1}`, sql`${2}`], 1),
      '(m.topic_id = %L and m.sequence_number > %L)',
      [1, 2],
    ],
    [
      'signs of a format',
      sql`m.message like '%a' and m.topic_id % 2 = 0`,
      `m.message like '%%a' and m.topic_id %% 2 = 0`,
      [],
    ],
  ])('is sent with %s', (_, condition, sent, values) => {
    const casts = values
      .map((value, at) => `$${at + 1}::${value instanceof Buffer ? 'bytea' : 'text'},`)
      .join('');
    expect(rows([condition])).toEqual([
      `${begin}${sent} and ${end},${casts}${VISIBLE})) ${typed}`,
      ...values,
    ]);
  });

  it('is sent with the keys and bounds that the coordinator computes', () => {
    expect(rows([isAmong(sql`m.topic_id`, sql`select id from page`)])).toEqual([
      `${begin}m.topic_id = any(%L) and ${end},array(select id from page),${VISIBLE})) ${typed}`,
    ]);
    expect(rows([sql`m.topic_id <= ${asBound(sql`max_of(page)`)}`])).toEqual([
      `${begin}m.topic_id <= %L and ${end},(select max_of(page)),${VISIBLE})) ${typed}`,
    ]);
  });

  it('has whole rows for all columns, with the types of the foreign table', () => {
    expect(rows([], { select: sql`m.*` })).toEqual([
      `tain_reading.rows_of(null::public.topic_message, format($sent$select m.* from public.topic_message m where ${end},${VISIBLE})) as m`,
    ]);
    expect(rows([], { from: sql`entity`, select: sql`*` })).toEqual([
      '( select (typed.row).* from (select row::tain_reading.entity from tain_reading.rows_of(format($sent$select entity::text from public.entity entity limit 2$sent$)) as rows(row text) offset 0) typed) entity',
    ]);
  });

  it('leaves conditions on other rows to the coordinator', () => {
    const late = sql`not (select suffices from other)`;
    const found = shardRows({ ...scan, where: [sql`m.topic_id = ${1}`, late] }, SEVERAL);
    expect(found?.where).toEqual([late]);
    expect(written(found?.from)).toEqual([
      `${begin}m.topic_id = %L and ${end},$1::text,${VISIBLE})) ${typed}`,
      1,
    ]);
  });

  it.each<[string, Sql, Partial<typeof scan>]>([
    ['of a condition with a column of other rows', sql`m.topic_id = v.id`, {}],
    ['of a lookup that a page has a stand-in for', sameKey('topic_id', 'v', 'id'), {}],
    ['of a condition that looks up other rows', hasRow(sql`entity e`, [sql`e.id = m.topic_id`]), {}],
    ['of a reference table', sql`true`, { from: sql`record_file m` }],
    ['of a table read by ctid', sql`true`, { from: sql`transaction_signature m` }],
    ['of other FROM items', sql`true`, { from: sql`topic_message m, entity e` }],
  ])('is not sent: %s', (_, condition, changed) => {
    expect(rows([condition], changed)).toBeUndefined();
  });
});

it('reads tables that are distributed alike by one statement, whose parts select the distribution column', () => {
  const tables = ['token_transfer', 'nft'].flatMap((name) => shardTable(name) ?? []);
  const of = tables.map((table, at) => ({ table, where: [sql`amount = ${at}`] }));
  expect(written(rowsOfTables({ tables: of, limit: sql`limit 9` }, SEVERAL))).toEqual([
    `tain_reading.rows_of(format($sent$select number, row from (` +
      'select account_id as key, 0 as number, token_transfer::text as row from public.token_transfer token_transfer where amount = %L and token_transfer.consensus_timestamp <= %L' +
      ' union all select token_id as key, 1 as number, nft::text as row from public.nft nft where amount = %L' +
      `) rows limit 9$sent$,$1::text,${VISIBLE},$2::text)) as rows(number int, row text)`,
    0,
    1,
  ]);
});
