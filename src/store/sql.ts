/** The kind of database that a statement is written for. */
export interface Target {
  /** Whether the history is partitioned by time. */
  readonly isPartitioned: boolean;
  /** Forms of parts that differ from those for one server. */
  readonly forms?: Forms | undefined;
}

/** One server whose history is not partitioned. */
const ONE: Target = { isPartitioned: false };

export type Scalar = string | number | bigint | boolean | Uint8Array | null;

/**
 * Value interpolated into a statement: parts of SQL, scalars, and lists of scalars. A list of conditions goes through
 * `all`.
 */
export type SqlValue = Sql | Scalar | readonly Scalar[];

/** A statement as PostgreSQL takes it: `$1` in the text stands for the first value. */
export interface Statement {
  readonly text: string;
  readonly values: (Scalar | readonly Scalar[])[];
}

/**
 * SQL with separate values: strings, and the parts between them. It remains a tree until `writtenFor` writes the whole
 * statement, because its parts may have another form for each kind of database.
 */
export class Sql {
  readonly strings: readonly string[];
  readonly parts: readonly SqlValue[];

  constructor(strings: readonly string[], parts: readonly SqlValue[]) {
    this.strings = strings;
    this.parts = parts;
  }

  /** Whether some part has several forms. */
  get hasForms(): boolean {
    return this.parts.some(hasFormsIn);
  }

  /** Text for one server, and its values. */
  get text(): string {
    return this.parts.length === 0 && !this.hasForms ? (this.strings[0] ?? '') : writtenFor(this, ONE).text;
  }

  get values(): Statement['values'] {
    return writtenFor(this, ONE).values;
  }

  /** The parts that have forms. */
  get formedParts(): readonly Sql[] {
    return this.parts.filter(hasFormsIn);
  }

  /** Returns the same SQL with each part that has forms replaced. */
  map(change: (part: Sql) => Sql): Sql {
    return new Sql(
      this.strings,
      this.parts.map((part) => (hasFormsIn(part) ? change(part) : part)),
    );
  }
}

function hasFormsIn(part: SqlValue): part is Sql {
  return part instanceof Sql && part.hasForms;
}

const NO_STRINGS = [''];
const NO_PARTS: readonly SqlValue[] = [];

/** SQL that may have another form for each target, or is replaced as a whole. It has no parts of its own. */
export class Formed extends Sql {
  readonly #one: Sql;

  /** `one`: the form for one server; its parts may have forms themselves. */
  constructor(one: Sql) {
    super(NO_STRINGS, NO_PARTS);
    this.#one = one;
  }

  override get hasForms(): true {
    return true;
  }

  /** Returns the form for a target; its parts may have forms themselves. */
  formOf(_target: Target): Sql {
    return this.#one;
  }

  override map(): Sql {
    return this;
  }
}

/** Writes the statement for a database of the given kind. */
export function writtenFor(query: Sql, target: Target): Statement {
  const values: Statement['values'] = [];
  return { text: write(query, target, values), values };
}

/** Returns the text, and adds the values of its parts. */
function write(query: Sql, target: Target, values: Statement['values']): string {
  if (query instanceof Formed) return write(query.formOf(target), target, values);
  const { strings, parts } = query;
  let text = strings[0] ?? '';
  // Iterating over entries would take 5 % more of the time to write a statement.
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as SqlValue;
    text += part instanceof Sql ? write(part, target, values) : `$${values.push(part)}`;
    text += strings[at + 1] ?? '';
  }
  return text;
}

/** SQL with separate values: no value of a request becomes part of a statement's text. */
export function sql(strings: TemplateStringsArray, ...values: readonly SqlValue[]): Sql {
  return new Sql(strings, values);
}

/** SQL of a text that is safe: constant, or made by the server. */
export function raw(text: string): Sql {
  return new Sql([text], NO_PARTS);
}

export const empty: Sql = raw('');

/** SQL whose other forms are computed on demand. */
class WithForms extends Formed {
  readonly #formOf: (target: Target) => Sql | undefined;

  constructor(one: Sql, formOf: (target: Target) => Sql | undefined) {
    super(one);
    this.#formOf = formOf;
  }

  override formOf(target: Target): Sql {
    return this.#formOf(target) ?? super.formOf(target);
  }
}

/**
 * SQL with further forms. `one` is used for each target for which `formOf` returns undefined; its parts may have
 * forms, too.
 */
export function withForms(one: Sql, formOf: (target: Target) => Sql | undefined): Sql {
  return new WithForms(one, formOf);
}

/** Function that writes a part of a statement. */
export type Part<Args extends readonly unknown[]> = (...args: Args) => Sql;

/** Form of a part for one server, and the kind of database for which another form is written. */
export interface FormContext {
  readonly one: Sql;
  readonly target: Target;
}

/** Writes another form of a part from the arguments of the part; undefined where the form for one server is used. */
export type Form<Args extends readonly unknown[]> = (context: FormContext, ...args: Args) => Sql | undefined;

/** Forms of parts for a kind of database, by the functions that `formed` returns. */
export class Forms {
  readonly #forms = new Map<unknown, unknown>();

  with<Args extends readonly unknown[]>(part: Part<Args>, form: Form<Args>): this {
    this.#forms.set(part, form);
    return this;
  }

  get<Args extends readonly unknown[]>(part: Part<Args>): Form<Args> | undefined {
    return this.#forms.get(part) as Form<Args> | undefined;
  }
}

/**
 * Returns the same function, which writes a part for one server, except that a target may have another form of the
 * part (`Forms`). Create it once, at start.
 */
export function formed<Args extends readonly unknown[]>(write: Part<Args>): Part<Args> {
  const part = (...args: Args): Sql => {
    const one = write(...args);
    return withForms(one, (target) => target.forms?.get(part)?.({ one, target }, ...args));
  };
  return part;
}

/** Joins parts by a separator. Throws a `TypeError` when there are none. */
export function join(parts: readonly (Sql | Scalar)[], separator = ','): Sql {
  if (parts.length === 0) throw new TypeError('no parts to join');
  return new Sql(['', ...Array<string>(parts.length - 1).fill(separator), ''], parts);
}

/** Conditions joined by `and`; `true` when there are none. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? TRUE : join([...conditions], ' and ');
}

/** `where a and b`, or nothing. */
export function where(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return empty;
  return sql`
    where ${all(conditions)}`;
}

export const TRUE: Sql = sql`true`;
export const FALSE: Sql = sql`false`;

/**
 * A limit as part of the text, because the planner has to see it to choose the index scan, and a prepared statement
 * hides its values. The text is safe, because the server chose or checked the number. Throws a `RangeError` for a
 * number that is no limit.
 */
export function limitOf(count: number): Sql {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`no limit: ${count}`);
  return raw(`limit ${count}`);
}

/**
 * Marks a statement whose good plan depends on its values (the number of rows within a bound or with a key, the
 * partition of a time). It gets no name, so it is planned for its values each time.
 */
export const PLANNED_FOR_VALUES: Sql = raw('/* planned for its values */ ');

/** Returns whether the text of a statement has the mark. */
export function isPlannedForValues(text: string): boolean {
  return text.includes(PLANNED_FOR_VALUES.text);
}

/** Texts of constant fragments, and the mark of each in the text of a statement. */
const FIXED: string[] = [];
const MARK = /@@(\d+)@@/g;

/**
 * A constant part of statements, such as the columns of a list. Until `writtenOut`, the text of a statement contains a
 * short mark in its place, because joining and looking up long texts takes time in each request. Create it once, at
 * start. Throws a `RangeError` if it holds values.
 */
export function fixed(part: Sql): Sql {
  const one = markFor(part);
  if (!part.hasForms) return one;
  const forms: Sql[] = [];
  return withForms(one, (target) => {
    const kind = (target.isPartitioned ? 1 : 0) + (target.forms === undefined ? 0 : 2);
    forms[kind] ??= markFor(writtenFor(part, target));
    return forms[kind];
  });
}

function markFor(part: Statement): Sql {
  if (part.values.length > 0) throw new RangeError('a fixed part of a statement has no values');
  const text = writtenOut(part.text);
  const known = FIXED.indexOf(text);
  return raw(`@@${known === -1 ? FIXED.push(text) - 1 : known}@@`);
}

/** Returns the text of a statement with its constant parts written out. */
export function writtenOut(text: string): string {
  return text.replaceAll(MARK, (_, index: string) => FIXED[Number(index)] ?? '');
}
