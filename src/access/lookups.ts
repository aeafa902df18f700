/**
 * Statements as look-ups, for a database in which each table is somewhere else: a join with a table, a condition `in` or
 * `exists` on one leaves the planner a choice, of which one way is to read that table whole. Written as a look-up for each
 * row before it, it has none.
 *
 * What a scan asks for goes to the other server whole only where all of it can: comparisons of rows cannot, and of `distinct`
 * the limit stays behind. So these are written as comparisons of columns, and as groups.
 */

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

/** What may follow the groups of a SELECT. */
const AFTER_GROUPS = new Set(['order', 'limit', 'offset', 'union', ')']);
/** Stands before a comparison of rows whose first columns, so many, are equal: as a comment, since one server compares all. */
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
      const list = token === 'select' ? this.#distinct(at, to) : undefined;
      if (list !== undefined) {
        const by = this.write(list.from, list.to).trim();
        groups.set(list.end, ` group by ${by} `);
        text += `select ${by} `;
        at = list.to - 1;
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
      } else if (token === 'exists' && selects && this.#isPlain(open, close)) {
        const list = this.#find(this.#after(open), close, (word) => word === 'from');
        text += `coalesce((select true ${this.write(list, close)} limit 1), false)`;
        at = close;
      } else text += token;
    }
    return text + (groups.get(to) ?? '');
  }

  /** The columns of `select distinct`, and where its groups would be written: not of one that names its columns. */
  #distinct(at: number, to: number): { from: number; to: number; end: number } | undefined {
    const word = this.#after(at);
    const from = this.#after(word);
    if (this.#tokens[word] !== 'distinct' || this.#tokens[from] === 'on') return undefined;
    const list = this.#find(from, to, (token) => token === 'from' || token === 'as');
    if (this.#tokens[list] !== 'from') return undefined;
    return { from, to: list, end: this.#find(list, to, (token) => AFTER_GROUPS.has(token)) };
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
