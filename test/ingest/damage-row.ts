import fc from 'fast-check';
import type { Finding } from '../../src/ingest/check/findings.ts';
import type { Database } from '../../src/store/connections/database.ts';

/** Kinds of damage of a row: another key, no row, one more row with another key, the keys of two rows exchanged. */
const KINDS = ['key', 'delete', 'insert', 'exchange'] as const;

/** Number that is far from all ids, times and serial numbers, so that no other row has the sum. */
const FAR = 1_000_003;

const UNIQUE_VIOLATION = '23505';

/** Draws a damage for each of some tables. */
export function drawDamages(tables: readonly string[]): fc.Arbitrary<readonly DrawnDamage[]> {
  const share = fc.noBias(fc.integer({ min: 0, max: 9_999 })).map((each) => each / 10_000);
  const one = fc.record({ kind: fc.constantFrom(...KINDS), share });
  return fc.array(one, { minLength: tables.length, maxLength: tables.length });
}

/** Share: position of the row in the table, and of the damaged column in the key, from 0 to 1. */
interface DrawnDamage {
  readonly kind: (typeof KINDS)[number];
  readonly share: number;
}

export interface Damage {
  /** Description for people. */
  readonly text: string;
  /** Keys of the rows that the table lost or got, as texts in the order of the key's columns. */
  readonly keys: readonly (readonly (string | null)[])[];
}

interface Row {
  readonly place: string;
  readonly part: string;
  readonly key: readonly (string | null)[];
  readonly text: string;
}

/**
 * Damages a row of a table. `keys`: columns of its key; `where`: condition on the damaged rows `t`.
 */
export async function damageRow(
  { pool }: Database,
  table: string,
  keys: readonly string[],
  { kind, share }: DrawnDamage,
  where = 'true',
): Promise<Damage> {
  const select = async (): Promise<Row[]> => {
    const { rows } = await pool.query<Row>(
      `select t.ctid::text as place, t.tableoid::text as part, t::text as text,
         array[${keys.map((key) => `t.${key}::text`).join(', ')}] as key
       from ${table} t where ${where} order by ${keys.map((key) => `t.${key}`).join(', ')}, t::text`,
    );
    return rows;
  };
  const before = await select();
  const at = Math.floor(share * before.length);
  const [row, other] = [before[at], before[(at + 1) % before.length]];
  const i = Math.floor(((share * before.length) % 1) * keys.length);
  const column = keys[i];
  const text = `${kind} ${table} ${column} ${row?.text?.slice(0, 300)}`;
  if (row === undefined || other === undefined || column === undefined) return { text, keys: [] };
  const far = (name: string) =>
    row.key[keys.indexOf(name)]?.startsWith('\\x') ? `sha256(${name})` : `coalesce(${name}, 0) + ${FAR}`;
  const isRow = ({ place, part }: Pick<Row, 'place' | 'part'>) => `ctid = '${place}' and tableoid = ${part}`;
  const set = async (changed: Pick<Row, 'place' | 'part'>, assigned: string) => {
    const { rows } = await pool.query<Pick<Row, 'place' | 'part'>>(
      `update ${table} set ${assigned} where ${isRow(changed)}
       returning ctid::text as place, tableoid::text as part`,
    );
    return rows[0] ?? changed;
  };
  const keyOf = ({ key }: Row) =>
    keys.map((name, at) => `${name} = ${key[at] === null ? 'null' : `'${key[at]}'`}`).join(', ');
  if (kind === 'delete') await pool.query(`delete from ${table} where ${isRow(row)}`);
  else if (kind === 'insert') {
    const insert = (changed: readonly string[]) =>
      pool.query(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(
           ${changed.map((name) => `'${name}', ${far(name)}`).join(', ')}))).*
         from ${table} t where ${isRow(row)}`,
      );
    // Another unique index may have only the other columns.
    await insert([column]).catch(() => insert(keys));
  } else {
    const moved = await set(row, `${column} = ${far(column)}`);
    if (kind === 'exchange') {
      // Another unique index may refuse a step, such as that of a topic's sequence numbers. Then the steps before remain.
      await set(other, keyOf(row))
        .then(() => set(moved, keyOf(other)))
        .catch((error: unknown) => {
          if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
        });
    }
  }
  const after = await select();
  return { text, keys: [...lacking(before, after), ...lacking(after, before)].map(({ key }) => key) };
}

/** Returns the rows that others do not contain, as often. */
function lacking(rows: readonly Row[], others: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return rows.filter(({ text }) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}

/** Returns whether a sentence names each part of a key: numbers, ids, times, or the first digits of bytes. */
function namesKey(sentence: string, key: readonly (string | null)[]): boolean {
  return key.every((part) => {
    if (part === null) return true;
    if (part.startsWith('\\x')) return sentence.includes(part.slice(2, 18));
    const time = part.length < 19 ? part : `${part.slice(0, -9)}.${part.slice(-9)}`;
    return [part, time].some((form) => new RegExp(`(^|[^\\d-])${form}($|[^\\d])`).test(sentence));
  });
}

/** A wrong value in a key is the difference of a row with the right key. */
function sentenceOf({ subject, expected, found }: Finding['difference']): string {
  return `${subject}: ${expected}, ${found}`;
}

/** Returns the damages of which findings of the table do not name a row. */
export function unnamed(
  damages: readonly Damage[],
  tables: readonly string[],
  findings: readonly Finding[],
): string[] {
  return damages.flatMap(({ text, keys }, i) => {
    const sentences = findings.flatMap(({ difference }) =>
      difference.table === tables[i]?.replace(/_history$/, '') ? [sentenceOf(difference)] : [],
    );
    return keys.flatMap((key) =>
      sentences.some((sentence) => namesKey(sentence, key)) ? [] : [`${text}: ${key.join('/')}`],
    );
  });
}
