import { Sql } from 'sql-template-tag';

/**
 * SQL with a form for each kind of database. The text of a statement is the form for one server whose tables are not
 * partitioned by time. Parts with other forms remain in it as objects, from which `writtenFor` writes the statement
 * for a target.
 */

/** The kind of database that a statement is written for. */
export interface Target {
  /** Whether the history is partitioned by time. */
  readonly isPartitioned: boolean;
  /** Whether the tables are distributed over several servers (Citus). */
  readonly isDistributed: boolean;
}

/** SQL that has another form for some targets. */
export abstract class Formed extends Sql {
  /** Returns the form for a target; its parts may have forms themselves. */
  abstract formFor(target: Target): Sql;
}

/** SQL with parts, some of which have forms. */
export class Composed extends Formed {
  readonly #strings: readonly string[];
  readonly parts: readonly unknown[];

  constructor(strings: readonly string[], parts: readonly unknown[]) {
    super(strings, parts);
    this.#strings = strings;
    this.parts = parts;
  }

  formFor(target: Target): Sql {
    return this.map((part) => writtenFor(part, target));
  }

  /** Returns the same SQL with each part that has forms replaced. */
  map(change: (part: Formed) => Sql): Sql {
    return compose(
      this.#strings,
      this.parts.map((part) => (part instanceof Formed ? change(part) : part)),
    );
  }
}

/** Builds SQL from parts and the strings between them. */
export function compose(strings: readonly string[], parts: readonly unknown[]): Sql {
  return parts.some((part) => part instanceof Formed)
    ? new Composed(strings, parts)
    : new Sql(strings, parts);
}

/** SQL whose other forms are computed on demand. */
class WithForms extends Formed {
  readonly #one: Sql;
  readonly #formFor: (target: Target) => Sql | undefined;

  constructor(one: Sql, formFor: (target: Target) => Sql | undefined) {
    super(one.strings, one.values);
    this.#one = one;
    this.#formFor = formFor;
  }

  formFor(target: Target): Sql {
    return this.#formFor(target) ?? this.#one;
  }
}

/**
 * SQL with further forms. `one` is used for each target for which `formFor` returns undefined; its parts may have
 * forms, too.
 */
export function withForms(one: Sql, formFor: (target: Target) => Sql | undefined): Sql {
  return new WithForms(one, formFor);
}

/**
 * SQL with another form where tables are distributed. `one` is the form for one server, and for all targets where
 * `several` returns undefined.
 */
export function onSeveral(one: Sql, several: () => Sql | undefined): Sql {
  return withForms(one, ({ isDistributed }) => (isDistributed ? several() : undefined));
}

/** Returns the SQL in the form for a database of the given kind. */
export function writtenFor(query: Sql, target: Target): Sql {
  if (!(query instanceof Formed) || !(target.isPartitioned || target.isDistributed)) return query;
  return writtenFor(query.formFor(target), target);
}
