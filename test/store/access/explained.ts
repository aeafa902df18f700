import pg from 'pg';
import { GENERIC_PLANS_SQL } from '../../../src/store/reads/servers/read-server.ts';

/** Writes a value as a literal whose type PostgreSQL takes from the parameter. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`);
  return pg.escapeLiteral(String(value));
}

/** Writes an element of an array. */
function element(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/**
 * Executes a statement as a prepared one, planned for any values (`generic`, as connections for reading do) or for its own, and returns
 * the root of the plan. `EXPLAIN` of its text would be planned for the values, whatever the plan cache mode: only of `EXECUTE` it shows
 * the plan of the cache.
 */
export async function explained<Node>(
  client: pg.ClientBase,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
  generic: boolean,
): Promise<Node> {
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  await client.query(generic ? GENERIC_PLANS_SQL : 'set plan_cache_mode = force_custom_plan');
  await client.query(`prepare explained as ${text}`);
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
      `explain (analyze, buffers, format json) execute explained${given}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error(`no plan of ${text}`);
    return plan;
  } finally {
    await client.query('deallocate explained');
    await client.query('reset plan_cache_mode; reset enable_bitmapscan');
  }
}
