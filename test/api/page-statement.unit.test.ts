import { expect, it } from 'vitest';
import { TIME } from '../../src/access/domain.ts';
import { writtenFor } from '../../src/access/forms.ts';
import { leftJoinTable, sameKey } from '../../src/access/joined-rows.ts';
import { hasRow } from '../../src/access/lookup.ts';
import { sql, writtenOut } from '../../src/access/sql.ts';
import { integer } from '../../src/api/answer/scalars.ts';
import { type Page, pageKey, pageStatement } from '../../src/api/route/page.ts';

const page: Page = {
  from: sql`transaction t`,
  alias: 't',
  joins: leftJoinTable('entity', 'e', [sameKey('id', 't', 'payer')]),
  where: [sql`${hasRow(sql`token_transfer x`, [sameKey('x.at', 't', 'at')])} is not true`],
  keys: [pageKey('timestamp', sql`t.at`, TIME, [])],
  tables: [{ table: 'crypto_transfer', column: 'at', keys: [sql`t.at`] }],
  order: 'desc',
  limit: 25,
};

it('finds a page whose conditions are looked up in batches on several servers, and in place on one', () => {
  const statement = pageStatement({ nonce: integer(sql`t.nonce`) }, page);
  const written = (isDistributed: boolean) =>
    writtenOut(writtenFor(statement, { isPartitioned: false, isDistributed }).text).replaceAll(/\s+/g, ' ');
  expect(written(true)).toContain(
    'first_batch as materialized ( select t.* from transaction t order by t.at desc limit 200 )',
  );
  expect(written(true)).toContain('crypto_transfer as materialized (select * from fetched_crypto_transfer)');
  expect(written(true)).toContain(
    'fetched_entity as materialized ( select * from entity where id = any(array((select t.payer from t))) limit 10001 )',
  );
  expect(written(false)).toContain('left join entity e on e.id = t.payer');
  expect(written(false)).not.toContain('materialized');
});
