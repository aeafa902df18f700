import type { Schema } from './json-schema.ts';
import type { Operator } from './operator.ts';

/** Context of a value that its meaning may depend on. */
export interface ValueContext {
  /** Shard and realm of the network: what a bare number belongs to. */
  readonly shard: bigint;
  readonly realm: bigint;
  readonly defaultLimit: number;
  /** Greatest page of this client. */
  readonly maxLimit: number;
}

/** A value of the right form that breaks a rule looked at only after all forms are right. */
export class RuleBroken {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The type of a parameter: how its text becomes a value, and how the interface describes it. */
export interface ParameterType<Value> {
  /**
   * The value, undefined when the text is not of the type's form, or the rule that a well-formed
   * text breaks. `operator` is there because some forms are allowed with `eq` alone.
   */
  readonly parse: (text: string, context: ValueContext, operator: Operator) => Value | RuleBroken | undefined;
  readonly schema: Schema;
  /** Whether the interface writes values with an operator before them (`gte:5`). */
  readonly compared?: boolean;
  /** Regular expression of the text, where the schema has no pattern that says it. */
  readonly form?: string;
}
