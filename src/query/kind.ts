import type { Operator } from './operator.ts';

/** What the meaning of a value may depend on, besides its text. */
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

/** A JSON Schema of OpenAPI 3.0.3, as far as ours need it. */
export interface Schema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: string | number | boolean;
  readonly example?: unknown;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
}

/** A kind of parameter value: how its text becomes a value, and how the interface describes it. */
export interface Kind<Value> {
  /**
   * The value, undefined when the text is not of the kind's form, or the rule that a well-formed
   * text breaks. `operator` is there because some forms are allowed with `eq` alone.
   */
  readonly parse: (text: string, context: ValueContext, operator: Operator) => Value | RuleBroken | undefined;
  readonly schema: Schema;
  /** Whether the interface writes values with an operator before them (`gte:5`). */
  readonly compared?: boolean;
  /** Regular expression of the text, where the schema's own pattern does not tell. */
  readonly form?: string;
}
