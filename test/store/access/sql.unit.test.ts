import { expect, test } from 'vitest';
import { all, sql } from '../../../src/store/sql.ts';

test('values are separate from the text; conditions are joined by name, never as a list', () => {
  const conditions = [sql`a = ${1n}`, sql`b = any(${['x', 'y']}::text[])`];
  const joined = sql`select where ${all(conditions)}`;
  expect(joined.text).toBe('select where a = $1 and b = any($2::text[])');
  expect(joined.values).toEqual([1n, ['x', 'y']]);
  // @ts-expect-error A list of conditions would be sent as one value.
  sql`select where ${conditions}`;
  // @ts-expect-error An absent value is handled by the caller, or passed as null.
  sql`select where a = ${undefined}`;
});
