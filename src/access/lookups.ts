/**
 * Statements as look-ups, for a database in which each table is somewhere else: a join with a table, a condition `in` or
 * `exists` on one leaves the planner a choice, of which one way is to read that table whole. Written as a look-up for each
 * row before it, it has none.
 */

/** What a statement's text is made of: strings, comments, words, white space, and single characters. */
const TOKENS = /[eE]?'(?:[^'\\]|''|\\.)*'|\/\*[\s\S]*?\*\/|"[^"]*"|[A-Za-z_$][\w$]*|\s+|[\s\S]/g;
/** Words that what is joined ends with. */
const ENDS = new Set(['join', 'left', 'cross', 'where', 'order', 'group', 'limit', 'offset', 'union']);

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
    for (let at = from; at < to; at++) {
      const token = this.#tokens[at] ?? '';
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
    return text;
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
    let before = at - 1;
    while (/^\s+$/.test(this.#tokens[before] ?? '')) before--;
    return ![')', 'not', undefined].includes(this.#tokens[before]);
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
