/**
 * Statements as look-ups, for a database in which each table is somewhere else: a join with a table, a condition `in` or
 * `exists` on one leaves the planner a choice, of which one way is to read that table whole. Written as a look-up for each
 * row before it, it has none.
 *
 * What a scan asks for goes to the other server whole only where all of it can: comparisons of rows cannot, nor lists of words
 * (of an enumeration there) and `is true`, and of `distinct` the limit stays behind. So these are written as comparisons of columns, and as groups.
 */

import { inBatches, type TestedLookup } from './batched-conditions.ts';
import { byFirstRows, type RowOfEachValue } from './first-rows.ts';

/** What a statement's text is made of: strings, comments, words, white space, and single characters. */
const TOKENS = /[eE]?'(?:[^'\\]|''|\\.)*'|\/\*[\s\S]*?\*\/|"[^"]*"|[A-Za-z_$][\w$]*|\s+|[\s\S]/g;
/** Words that what is joined ends with. */
const ENDS = new Set(['join', 'left', 'cross', 'where', 'order', 'group', 'limit', 'offset', 'union']);

/** What may stand before a row that is compared. */
const BEFORE_ROW = new Set(['and', 'or', 'where', 'not', 'on', '(']);

/** The text of a statement with its joins, `in` and `exists` as look-ups. `tables`: those that are looked up in. */
export function asLookups(text: string, tables: ReadonlySet<string>): string {
  const tokens = text.match(TOKENS) ?? [];
  return new Writer(tokens, tables).write(0, tokens.length);
}

interface Join {
  readonly table: string;
  readonly alias: string;
  /** Where the condition begins and ends. */
  readonly from: number;
  readonly to: number;
}

interface RowComparison {
  readonly columns: readonly string[];
  readonly operator: string;
  readonly values: readonly string[];
  /** Where it ends. */
  readonly to: number;
}

/** A range of tokens. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** A SELECT with groups: its columns, and where the groups end. */
interface Grouped extends Span {
  readonly end: number;
}

/** What may follow the groups of a SELECT. */
const AFTER_GROUPS = new Set(['order', 'limit', 'offset', 'union', ')']);
/**
 * Stands before a comparison of rows whose first columns, so many, are equal, or before a bound of a column that is: as a
 * comment, since one server compares all.
 */
const EQUAL_COLUMNS = /^\/\*=(\d+)\*\/$/;

/** The mark of `EQUAL_COLUMNS`. */
export function equalColumns(count: number): string {
  return `/*=${count}*/`;
}

/** A comparison of rows as one of columns, of which the first ones are known to be equal. */
function comparison({ columns, operator, values }: RowComparison, equal: number): string {
  const conditions: string[] = [];
  for (let at = 0; at < equal; at++) conditions.push(`${columns[at]} = ${values[at]}`);
  const strict = operator.charAt(0);
  const rest = (at: number): string => {
    const [column, value] = [columns[at], values[at]];
    if (at === columns.length - 1) return `${column} ${operator} ${value}`;
    return `${column} ${strict}= ${value} and (${column} ${strict} ${value} or ${rest(at + 1)})`;
  };
  if (equal < columns.length) conditions.push(rest(equal));
  return `(${conditions.join(' and ')})`;
}

class Writer {
  readonly #tokens: readonly string[];
  readonly #tables: ReadonlySet<string>;
  /** Of each opening parenthesis where it is closed. */
  readonly #closed = new Map<number, number>();
  /** Scans that are being written as they are. */
  readonly #asItIs = new Set<number>();

  constructor(tokens: readonly string[], tables: ReadonlySet<string>) {
    this.#tokens = tokens;
    this.#tables = tables;
    const open: number[] = [];
    for (const [at, token] of tokens.entries()) {
      if (token === '(') open.push(at);
      if (token === ')') this.#closed.set(open.pop() ?? 0, at);
    }
  }

  write(from: number, to: number): string {
    let text = '';
    /** Where groups are to be written, and what they are. */
    const groups = new Map<number, string>();
    /** Where the order of what is grouped stands. */
    const ordered = new Map<number, Grouped>();
    for (let at = from; at < to; at++) {
      const token = this.#tokens[at] ?? '';
      text += groups.get(at) ?? '';
      const equal = Number(EQUAL_COLUMNS.exec(token)?.[1] ?? 0);
      const row = this.#rowComparison(equal > 0 ? this.#after(at) : at, equal);
      if (row !== undefined) {
        text += comparison(row, equal);
        at = row.to;
        continue;
      }
      const bound = equal > 0 ? this.#boundAt(this.#after(at)) : undefined;
      if (bound !== undefined) {
        text += `${bound.column} = ${bound.value}`;
        at = bound.to;
        continue;
      }
      const batches =
        token === 'select' ? (this.#inBatches(at, to) ?? this.#joinedAtOnce(at, to)) : undefined;
      if (batches !== undefined) {
        text += batches.text;
        at = batches.to - 1;
        continue;
      }
      const skipped = token === 'with' ? this.#skipScan(at, to) : undefined;
      if (skipped !== undefined) {
        text += skipped.text;
        at = skipped.to - 1;
        continue;
      }
      const list = token === 'select' ? this.#distinct(at, to) : undefined;
      if (list !== undefined) {
        const by = this.#unfixed(list, list);
        groups.set(list.end, ` group by ${by} `);
        text += `select ${by} `;
        if (this.#tokens[list.end] === 'order') ordered.set(list.end, list);
        at = list.to - 1;
        continue;
      }
      const grouped = ordered.get(at);
      if (grouped !== undefined) {
        const end = this.#find(at + 1, to, (word) => AFTER_GROUPS.has(word));
        text += `${this.#orderOf(grouped, { from: at, to: end })} `;
        at = end - 1;
        continue;
      }
      const open = this.#after(at);
      const close = this.#closed.get(open);
      const selects = close !== undefined && this.#tokens[this.#after(open)] === 'select';
      const join = token === 'join' ? this.#joinAt(at) : undefined;
      if (join !== undefined) {
        const { table, alias } = join;
        text += `join lateral (select * from ${table} ${alias} where ${this.write(join.from, join.to)} offset 0) ${alias} on true `;
        at = join.to - 1;
      } else if (token === 'in' && selects && this.#isOneValue(at)) {
        text += `= any(array(${this.write(open + 1, close)}))`;
        at = close;
      } else if (token === 'is' && this.#tokens[open] === 'true' && this.#isCondition(at)) {
        at = open;
      } else if (
        token === 'in' &&
        close !== undefined &&
        this.#isWord(this.#after(open)) &&
        this.#isOneValue(at)
      ) {
        const column = this.#columnBefore(at);
        const words = this.#items(open, close).map((word) => `${column} = ${word}`);
        text = `${text.slice(0, text.lastIndexOf(column))}(${words.join(' or ')})`;
        at = close;
      } else if (token === 'coalesce' && close !== undefined && this.#isBound(at, open)) {
        text += `(select coalesce(${this.write(open + 1, close)}))`;
        at = close;
      } else if (token === 'exists' && selects && this.#isPlain(open, close)) {
        const list = this.#find(this.#after(open), close, (word) => word === 'from');
        text += `coalesce((select true ${this.write(list, close)} limit 1), false)`;
        at = close;
      } else text += token;
    }
    return text + (groups.get(to) ?? '');
  }

  /** A scan of a table that looks up in others, in an order and with a limit, as one in batches; and where it ends. */
  #inBatches(at: number, end: number): { text: string; to: number } | undefined {
    if (this.#asItIs.has(at)) return undefined;
    const to = this.#find(at, end, (token) => token === ')');
    const word = this.#after(at);
    const distinct = this.#tokens[word] === 'distinct';
    const list = { from: distinct ? this.#after(word) : word, to: this.#find(word, to, (t) => t === 'from') };
    const source = list.to === to ? undefined : this.#tableAt(list.to);
    if (source === undefined || this.#tokens[list.from] === 'on') return undefined;
    const order = this.#find(source.where, to, (t) => AFTER_GROUPS.has(t));
    const limitAt = this.#find(order, to, (t) => t === 'limit');
    const limit = this.#numberAt(this.#after(limitAt));
    if (this.#tokens[order] !== 'order' || limit === undefined) return undefined;
    const { table, alias } = source;
    const lookups: (TestedLookup & Span)[] = [];
    const plain: Span[] = [];
    const tested: Span[] = [];
    for (const condition of this.#conditions(source.where + 1, order)) {
      const found = this.#lookupsIn(condition, alias);
      if (found === undefined) return undefined;
      lookups.push(...found);
      (found.length === 0 ? plain : tested).push(condition);
    }
    const columns = this.#columnsOf(alias, { from: at, to: limit.to });
    if (lookups.length === 0 || columns.length === 0) return undefined;
    const grouped = { ...list, end: order };
    const select = distinct ? this.#unfixed(grouped, list) : this.write(list.from, list.to).trim();
    this.#asItIs.add(at);
    const scan = this.write(at, limit.to);
    this.#asItIs.delete(at);
    const text = inBatches({
      table,
      alias,
      columns,
      select,
      groups: distinct ? `group by ${select}` : '',
      where: plain.map((span) => this.write(span.from, span.to).trim()),
      lookups,
      tested: (found) => tested.map((span) => this.#replaced(span, lookups, found).trim()).join(' and '),
      order: distinct
        ? this.#orderOf(grouped, { from: order, to: limitAt })
        : this.write(order, limitAt).trim(),
      limit: limit.value,
      scan,
    });
    return { text, to: limit.to };
  }

  /**
   * A SELECT from rows to which those of a table are joined by a key, each by a look-up: all of these are fetched before. Where a
   * look-up takes the first of several, only by time, at which there are few.
   */
  #joinedAtOnce(at: number, bound: number): { text: string; to: number } | undefined {
    if (this.#asItIs.has(at)) return undefined;
    const to = this.#find(at, bound, (token) => token === ')');
    const from = this.#find(at + 1, to, (token) => token === 'from');
    if (from === to) return undefined;
    const source = this.#after(from);
    const subSelect = this.#closed.get(source);
    const name = subSelect === undefined ? source : this.#after(subSelect);
    const alias = this.#tokens[name] ?? '';
    const open = this.#follow(name, ['cross', 'join', 'lateral', '(']);
    const close = open === undefined ? undefined : this.#closed.get(open);
    if (open === undefined || close === undefined || this.#tables.has(alias)) return undefined;
    const inner = this.#find(open + 1, close, (token) => token === 'from');
    const joined = this.#tableAt(inner, true);
    if (joined === undefined || this.#tokens[this.#after(open)] !== 'select') return undefined;
    const { table, where } = joined;
    const own = joined.alias ?? table.slice(table.indexOf('.') + 1);
    const end = this.#find(where, close, (token) => AFTER_GROUPS.has(token));
    const conditions = this.#conditions(where + 1, end);
    const named = conditions.filter((span) => this.#columnsOf(alias, span).length > 0);
    const [only] = named;
    const key = only === undefined ? undefined : this.#equality(only, joined.alias, alias);
    if (named.length !== 1 || key === undefined) return undefined;
    const isFirst = this.#find(end, close, (token) => token === 'limit') !== close;
    if (isFirst && key.column !== 'consensus_timestamp') return undefined;
    const last = this.#find(close + 1, to, (token) => token === 'union');
    this.#asItIs.add(at);
    const head = this.write(at, from);
    this.#asItIs.delete(at);
    const rows =
      subSelect === undefined ? '' : `${alias} as materialized (${this.write(source + 1, subSelect)}), `;
    const text = `select * from (
      with ${rows}joined_at_once as materialized (
        select * from ${table} where ${key.column} = any(array(select ${key.key} from ${alias}))
      )
      ${head} from ${alias} cross join lateral (${this.write(open + 1, inner)} from joined_at_once ${own} ${this.write(where, close)})${this.write(close + 1, last)}
    ) at_once `;
    return { text, to: last };
  }

  /**
   * The distinct values of columns, each found by a look-up after the one before (`skipScan`), and of each a row: the first
   * rows of the table are fetched before, which often have as many values as are wanted, or are all.
   */
  #skipScan(at: number, bound: number): { text: string; to: number } | undefined {
    const open = this.#follow(at, ['recursive', 'v', '(']);
    if (this.#asItIs.has(at) || open === undefined) return undefined;
    const close = this.#closed.get(open) ?? bound;
    const body = this.#follow(close, ['as', '(']);
    const step = body === undefined ? bound : this.#after(body);
    const select = this.#follow(step, ['select']);
    if (body === undefined || select === undefined) return undefined;
    const stepEnd = this.#closed.get(step) ?? bound;
    const source = this.#tableAt(
      this.#find(select, stepEnd, (token) => token === 'from'),
      true,
    );
    if (source === undefined) return undefined;
    const order = this.#find(source.where, stepEnd, (token) => token === 'order');
    const direction = this.#tokens[this.#before(this.#find(order, stepEnd, (token) => token === 'limit'))];
    const tail = this.#after(this.#closed.get(body) ?? bound);
    const to = this.#find(tail, bound, (token) => token === ')' || token === 'union');
    const values = this.#find(tail, to, (token) => token === 'from');
    const v = this.#follow(values, ['v']);
    if (v === undefined) return undefined;
    const columns = this.#items(open, close);
    const each = this.#rowOfEach(v);
    const limitAt = this.#after(each?.to ?? v);
    const limit = this.#tokens[limitAt] === 'limit' ? this.#numberAt(this.#after(limitAt)) : undefined;
    if (
      this.#after((limit?.to ?? limitAt) - 1) < to ||
      (each === undefined && this.#tokens[limitAt] === 'cross')
    )
      return undefined;
    this.#asItIs.add(at);
    const scan = this.write(at, to);
    this.#asItIs.delete(at);
    const by = columns.map((column) => (direction === 'desc' ? `${column} desc` : column));
    const text = byFirstRows({
      from: source.alias === undefined ? source.table : `${source.table} ${source.alias}`,
      alias: source.alias ?? source.table.slice(source.table.indexOf('.') + 1),
      columns,
      where: [this.write(source.where + 1, order).trim(), ...(each?.where ?? [])],
      by,
      each,
      limit: limit?.value,
      scan,
    });
    return { text: `${text} `, to };
  }

  /** The row of each value of a skip scan, which stands after the values. */
  #rowOfEach(v: number): (RowOfEachValue & { readonly to: number }) | undefined {
    const open = this.#follow(v, ['cross', 'join', 'lateral', '(']);
    const close = open === undefined ? undefined : this.#closed.get(open);
    if (open === undefined || close === undefined) return undefined;
    const from = this.#find(open + 1, close, (token) => token === 'from');
    const source = this.#tableAt(from, true);
    const to = this.#follow(close, ['n']);
    if (source === undefined || to === undefined) return undefined;
    const order = this.#find(source.where, close, (token) => token === 'order');
    const by = this.#after(this.#after(order));
    const conditions = this.#conditions(source.where + 1, order);
    return {
      select: this.write(this.#after(this.#after(open)), from).trim(),
      where: conditions
        .filter((span) => this.#columnsOf('v', span).length === 0)
        .map((span) => this.write(span.from, span.to).trim()),
      by: this.write(
        by,
        this.#find(by, close, (token) => token === 'limit'),
      ).trim(),
      to,
    };
  }

  /** Where words that follow a token end. */
  #follow(at: number, words: readonly string[]): number | undefined {
    let last = at;
    for (const word of words) {
      last = this.#after(last);
      if (this.#tokens[last] !== word) return undefined;
    }
    return last;
  }

  /** The table and its alias that a `from` or a `join` names, where a `where` follows. */
  #tableAt(at: number): { table: string; alias: string; where: number } | undefined;
  #tableAt(
    at: number,
    mayBeUnnamed: true,
  ): { table: string; alias: string | undefined; where: number } | undefined;
  #tableAt(at: number, mayBeUnnamed = false) {
    const name = this.#after(at);
    const isOfSchema = this.#tokens[name + 1] === '.';
    const last = isOfSchema ? name + 2 : name;
    const table = this.#tokens.slice(name, last + 1).join('');
    const next = this.#after(last);
    if (!this.#tables.has(table)) return undefined;
    if (this.#tokens[next] === 'where')
      return mayBeUnnamed ? { table, alias: undefined, where: next } : undefined;
    const where = this.#after(next);
    return this.#tokens[where] === 'where' ? { table, alias: this.#tokens[next], where } : undefined;
  }

  #numberAt(at: number): { value: number; to: number } | undefined {
    let to = at;
    while (/^\d$/.test(this.#tokens[to] ?? '')) to++;
    return to === at ? undefined : { value: Number(this.#tokens.slice(at, to).join('')), to };
  }

  /** Conditions joined by `and`. */
  #conditions(from: number, to: number): Span[] {
    const spans: Span[] = [];
    for (let begin = from; begin < to; ) {
      const end = this.#find(begin, to, (token) => token === 'and');
      spans.push({ from: begin, to: end });
      begin = end + 1;
    }
    return spans;
  }

  /** The look-ups in a condition of a scan; undefined where it depends on another table in a way that is none. */
  #lookupsIn({ from, to }: Span, alias: string): (TestedLookup & Span)[] | undefined {
    const found: (TestedLookup & Span)[] = [];
    for (let at = from; at < to; at++) {
      const close = this.#closed.get(at);
      // `and` of it is no conjunction.
      if (this.#tokens[at] === 'between') return undefined;
      if (close === undefined || this.#tokens[this.#after(at)] !== 'select') continue;
      const lookup = this.#lookupAt(at, close, alias);
      if (lookup !== undefined) found.push({ ...lookup, from: at, to: close + 1 });
      else if (this.#columnsOf(alias, { from: at, to: close }).length > 0) return undefined;
      at = close;
    }
    return found;
  }

  /** A sub-select of `true` from a table whose column is equal to one of a scan, which its other conditions do not name. */
  #lookupAt(open: number, close: number, outer: string): TestedLookup | undefined {
    const word = this.#after(this.#after(open));
    const from = this.#after(word);
    if (this.#tokens[word] !== 'true' || this.#tokens[from] !== 'from') return undefined;
    const source = this.#tableAt(from);
    const end = this.#find(from, close, (token) => token === 'limit');
    if (source === undefined || end === close) return undefined;
    const { table, alias } = source;
    const spans = this.#conditions(source.where + 1, end);
    const keys = spans.map((span) => this.#equality(span, alias, outer));
    const at = keys.findIndex((key) => key !== undefined);
    const key = keys[at];
    const others = spans.filter((_, index) => index !== at);
    if (key === undefined || others.some((span) => this.#columnsOf(outer, span).length > 0)) return undefined;
    if (this.#tokens.slice(open, close).includes('between')) return undefined;
    return { table, alias, ...key, where: others.map((span) => this.write(span.from, span.to).trim()) };
  }

  /** The columns in `inner.column = outer.key`; that of an inner table without a name stands alone. */
  #equality(
    { from, to }: Span,
    inner: string | undefined,
    outer: string,
  ): { column: string; key: string } | undefined {
    const words = this.#tokens.slice(from, to).filter((token) => token.trim() !== '');
    const own = inner === undefined ? [] : [inner, '.'];
    const column = words[own.length] ?? '';
    const key = words.at(-1) ?? '';
    const isIt = [...own, column, '=', outer, '.', key].join(' ') === words.join(' ');
    return isIt && /^\w+$/.test(column) && /^\w+$/.test(key) ? { column, key } : undefined;
  }

  /** The columns that tokens name by an alias. */
  #columnsOf(alias: string, { from, to }: Span): string[] {
    const columns = new Set<string>();
    for (let at = from; at < to; at++) {
      const isIt = this.#tokens[at] === alias && this.#tokens[at + 1] === '.' && this.#tokens[at - 1] !== '.';
      if (isIt) columns.add(this.#tokens[at + 2] ?? '');
    }
    return [...columns];
  }

  /** Tokens with others in the place of look-ups. */
  #replaced({ from, to }: Span, lookups: readonly Span[], others: readonly string[]): string {
    let text = '';
    let at = from;
    for (const [index, lookup] of lookups.entries()) {
      if (lookup.from < from || lookup.from >= to) continue;
      text += this.write(at, lookup.from) + (others[index] ?? '');
      at = lookup.to;
    }
    return text + this.write(at, to);
  }

  /** The columns of `select distinct`, and where its groups would be written: not of one that names its columns. */
  #distinct(at: number, to: number): Grouped | undefined {
    const word = this.#after(at);
    const from = this.#after(word);
    if (this.#tokens[word] !== 'distinct' || this.#tokens[from] === 'on') return undefined;
    const list = this.#find(from, to, (token) => token === 'from' || token === 'as');
    if (this.#tokens[list] !== 'from') return undefined;
    return { from, to: list, end: this.#find(list, to, (token) => AFTER_GROUPS.has(token)) };
  }

  /**
   * Of columns that are grouped by, or are the order of the groups, those that may have several values: of one with a column
   * that is fixed the limit would stay behind.
   */
  #unfixed({ to, end }: Grouped, { from: begin, to: last }: Span): string {
    const fixed = new Set<string>();
    for (let at = to; at < end; at++) {
      const equal = Number(EQUAL_COLUMNS.exec(this.#tokens[at] ?? '')?.[1] ?? 0);
      const next = this.#after(at);
      const columns = this.#rowComparison(next, equal)?.columns ?? [this.#boundAt(next)?.column ?? ''];
      for (const column of columns.slice(0, equal)) fixed.add(column);
    }
    const items = this.#items(begin - 1, last);
    const others = items.filter((item) => !fixed.has(item.replace(/ (?:asc|desc)$/, '')));
    return (others.length === 0 ? items : others).join(', ');
  }

  /** The order of groups. */
  #orderOf(grouped: Grouped, { from, to }: Span): string {
    return `order by ${this.#unfixed(grouped, { from: this.#after(this.#after(from)), to })}`;
  }

  /** The bound of a column: as its name, a comparison and a value. */
  #boundAt(at: number): { column: string; value: string; to: number } | undefined {
    const column = this.#nameAt(at);
    if (column === undefined) return undefined;
    const first = this.#after(column.to);
    if (!['<', '>'].includes(this.#tokens[first] ?? '') || this.#tokens[first + 1] !== '=') return undefined;
    const value = this.#nameAt(this.#after(first + 1));
    return value && { column: column.text, value: value.text, to: value.to };
  }

  /** A name or a value's number, after that of a table if any. */
  #nameAt(at: number): { text: string; to: number } | undefined {
    if (!/^[\w$]+$/.test(this.#tokens[at] ?? '')) return undefined;
    const to = this.#tokens[at + 1] === '.' ? at + 2 : at;
    return { text: this.#tokens.slice(at, to + 1).join(''), to };
  }

  /** The comparison of rows that begins with a parenthesis: of several columns, or of some that are known to be equal. */
  #rowComparison(open: number, equal: number): RowComparison | undefined {
    const close = this.#closed.get(open);
    if (close === undefined || !BEFORE_ROW.has(this.#tokens[this.#before(open)] ?? '')) return undefined;
    const first = this.#after(close);
    let operator = this.#tokens[first] ?? '';
    if (operator !== '<' && operator !== '>') return undefined;
    if (this.#tokens[first + 1] === '=') operator += '=';
    const values = this.#after(first + operator.length - 1);
    const to = this.#tokens[values] === '(' ? this.#closed.get(values) : undefined;
    if (to === undefined) return undefined;
    const row = { columns: this.#items(open, close), operator, values: this.#items(values, to), to };
    return row.columns.length === row.values.length && (equal > 0 || row.columns.length > 1)
      ? row
      : undefined;
  }

  /** What stands between parentheses, parted by commas. */
  #items(open: number, close: number): string[] {
    const items: string[] = [];
    for (let from = open + 1; from <= close; ) {
      const end = this.#find(from, close, (token) => token === ',');
      items.push(this.write(from, end).trim());
      from = end + 1;
    }
    return items;
  }

  /** A join with a table that is looked up in, by a condition. */
  #joinAt(at: number): Join | undefined {
    const name = this.#after(at);
    let table = this.#tokens[name] ?? '';
    let next = this.#after(name);
    if (this.#tokens[next] === '.') {
      table += `.${this.#tokens[next + 1]}`;
      next = this.#after(next + 1);
    }
    if (!this.#tables.has(table)) return undefined;
    const alias = this.#tokens[next] === 'on' ? table : (this.#tokens[next] ?? '');
    const on = this.#tokens[next] === 'on' ? next : this.#after(next);
    if (this.#tokens[on] !== 'on') return undefined;
    const to = this.#find(
      on + 1,
      this.#tokens.length,
      (word) => ENDS.has(word) || word === ',' || word === ')',
    );
    return { table, alias, from: on + 1, to };
  }

  /** Whether what stands before `in` is one value, and not a row of several or `not`. */
  #isOneValue(at: number): boolean {
    return ![')', 'not', undefined].includes(this.#tokens[this.#before(at)]);
  }

  #isWord(at: number): boolean {
    return this.#tokens[at]?.startsWith("'") ?? false;
  }

  /** The name of a column that ends before a token. */
  #columnBefore(at: number): string {
    return this.#tokens.slice(this.#beginOfColumn(at), at).join('').trim();
  }

  /** Whether a function of what is selected is what a column is compared with: it is worked out before, to be passed on. */
  #isBound(at: number, open: number): boolean {
    const first = this.#after(open);
    const selects = this.#tokens[first] === '(' && this.#tokens[this.#after(first)] === 'select';
    return selects && ['=', '<', '>'].includes(this.#tokens[this.#before(at)] ?? '');
  }

  #beginOfColumn(at: number): number {
    const last = this.#before(at);
    return this.#tokens[last - 1] === '.' ? last - 2 : last;
  }

  /** Whether a column before a token is itself a condition: `is true` adds nothing to it. */
  #isCondition(at: number): boolean {
    return ['where', 'and'].includes(this.#tokens[this.#before(this.#beginOfColumn(at))] ?? '');
  }

  /** Whether a sub-select is one, and without a limit of its own. */
  #isPlain(open: number, close: number): boolean {
    return this.#find(open + 1, close, (word) => word === 'limit' || word === 'union') === close;
  }

  /** The next token in the same parentheses that is looked for, else the end. */
  #find(from: number, end: number, isIt: (token: string) => boolean): number {
    for (let at = from; at < end; at++) {
      const token = this.#tokens[at] ?? '';
      if (isIt(token)) return at;
      if (token === '(') at = this.#closed.get(at) ?? end;
    }
    return end;
  }

  /** The last token before that is no white space. */
  #before(at: number): number {
    let before = at - 1;
    while (/^(\s+|\/\*[\s\S]*)$/.test(this.#tokens[before] ?? '')) before--;
    return before;
  }

  /** The next token that is no white space. */
  #after(at: number): number {
    let next = at + 1;
    while (/^(\s+|\/\*[\s\S]*)$/.test(this.#tokens[next] ?? '')) next++;
    return next;
  }
}
