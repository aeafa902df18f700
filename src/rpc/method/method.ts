import type { RpcContext } from './context.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Parameter, readParameters, type ValuesOf } from './parameter.ts';
import { ERRORS, type RpcError } from './rpc-error.ts';

/** Serialized JSON, which is sent without being parsed. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Transports on which a method is available. */
export type Availability = 'everywhere' | 'websocket';

/** A method of the interface: parameters, result and behaviour in one declaration. */
export interface RpcMethod {
  readonly name: string;
  readonly summary: string;
  /** Parameters; null: the method ignores them, like the relay's methods without rules. */
  readonly parameters: readonly Parameter<unknown>[] | null;
  /** Schema of the result; null for a method that is always refused. */
  readonly result: JsonSchema | null;
  readonly inBatch: boolean;
  readonly availability: Availability;
  /** Checks the parameters and returns the result. Throws `RpcError`. */
  readonly answer: (given: readonly unknown[], context: RpcContext) => unknown;
}

interface MethodDeclaration<P extends readonly Parameter<unknown>[]> {
  readonly name: string;
  readonly summary: string;
  /** Parameters; absent: the method ignores them. */
  readonly parameters?: P;
  readonly result: JsonSchema;
  /** Whether a batch may contain it. Default: true. */
  readonly inBatch?: boolean;
  /** Transports. Default: all. */
  readonly availability?: Availability;
  /** Returns the result: a JSON value, `JsonText`, or a promise of one. Throws `RpcError`. */
  readonly answer: (values: ValuesOf<P>, context: RpcContext) => unknown;
}

/** Declares a method. */
export function method<const P extends readonly Parameter<unknown>[]>({
  name,
  summary,
  parameters,
  result,
  inBatch = true,
  availability = 'everywhere',
  answer,
}: MethodDeclaration<P>): RpcMethod {
  return {
    name,
    summary,
    parameters: parameters ?? null,
    result,
    inBatch,
    availability,
    answer: (given, context) => {
      const values = parameters === undefined ? [] : readParameters(parameters, given);
      return answer(values as unknown as ValuesOf<P>, context);
    },
  };
}

/** Declares a method that is described and always refused. */
export function refusedMethod(
  name: string,
  summary: string,
  refusal: () => RpcError = ERRORS.unsupportedMethod,
  inBatch = true,
): RpcMethod {
  return {
    name,
    summary,
    parameters: null,
    result: null,
    inBatch,
    availability: 'everywhere',
    answer: () => {
      throw refusal();
    },
  };
}
