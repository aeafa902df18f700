/**
 * Joins and `exists` as lookups, for distributed tables: the planner may read a table whole that is joined or that `exists` names.
 * Written as a lookup for each row before it, the statement leaves it no other plan.
 */

/** What a statement's text is made of: strings, comments, words, white space, and single characters. */
const TOKENS = /[eE]?'(?:[^'\\]|''|\\.)*'|\/\*[\s\S]*?\*\/|"[^"]*"|[A-Za-z_$][\w$]*|\s+|[\s\S]/g;
/** Words that what is joined ends with. */
const ENDS = new Set(['join', 'left', 'cross', 'where', 'order', 'group', 'limit', 'offset', 'union']);

/** The text of a statement with its joins and `exists` as lookups. `tables`: those that are looked up in. */
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

/** A range of tokens. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** What may follow the groups of a SELECT. */
const AFTER_GROUPS = new Set(['order', 'limit', 'offset', 'union', ')']);

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
    for (let at = from; at < to; at++) {
      const token = this.#tokens[at] ?? '';
      const joined = token === 'select' ? this.#joinedAtOnce(at, to) : undefined;
      if (joined !== undefined) {
        text += joined.text;
        at = joined.to - 1;
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
      } else if (token === 'exists' && selects && this.#isPlain(open, close)) {
        const list = this.#find(this.#after(open), close, (word) => word === 'from');
        text += `coalesce((select true ${this.write(list, close)} limit 1), false)`;
        at = close;
      } else text += token;
    }
    return text;
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
    const joined = this.#tableAt(inner);
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
  #tableAt(at: number): { table: string; alias: string | undefined; where: number } | undefined {
    const name = this.#after(at);
    const isOfSchema = this.#tokens[name + 1] === '.';
    const last = isOfSchema ? name + 2 : name;
    const table = this.#tokens.slice(name, last + 1).join('');
    const next = this.#after(last);
    if (!this.#tables.has(table)) return undefined;
    if (this.#tokens[next] === 'where') return { table, alias: undefined, where: next };
    const where = this.#after(next);
    return this.#tokens[where] === 'where' ? { table, alias: this.#tokens[next], where } : undefined;
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

  /** The next token that is no white space. */
  #after(at: number): number {
    let next = at + 1;
    while (/^(\s+|\/\*[\s\S]*)$/.test(this.#tokens[next] ?? '')) next++;
    return next;
  }
}
