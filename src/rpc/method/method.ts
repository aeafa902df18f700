import type { RpcContext } from './context.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Parameter, readParameters, type ValuesOf } from './parameter.ts';
import { ERRORS, type RpcError } from './rpc-error.ts';

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
  /** Whether it mostly waits for a block, so that it does not count as work of a batch. */
  readonly awaitsBlock: boolean;
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
  /** Whether it mostly waits for a block. Default: false. */
  readonly awaitsBlock?: boolean;
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
  awaitsBlock = false,
  availability = 'everywhere',
  answer,
}: MethodDeclaration<P>): RpcMethod {
  return {
    name,
    summary,
    parameters: parameters ?? null,
    result,
    inBatch,
    awaitsBlock,
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
): RpcMethod {
  return {
    name,
    summary,
    parameters: null,
    result: null,
    inBatch: true,
    awaitsBlock: false,
    availability: 'everywhere',
    answer: () => {
      throw refusal();
    },
  };
}

/** Transport of a request. */
export type Transport = 'http' | 'websocket';

/** Methods of a server, by name. */
export class MethodRegistry {
  readonly #methods: ReadonlyMap<string, RpcMethod>;

  /** Throws when two methods have the same name. */
  constructor(methods: readonly RpcMethod[]) {
    this.#methods = new Map(methods.map((one) => [one.name, one]));
    if (this.#methods.size !== methods.length) throw new Error('two methods have one name');
  }

  get methods(): readonly RpcMethod[] {
    return [...this.#methods.values()];
  }

  /** Returns whether a method mostly waits for a block; false for an unknown one. */
  awaitsBlock(name: string): boolean {
    return this.#methods.get(name)?.awaitsBlock ?? false;
  }

  /** Returns a method. Throws `RpcError` (-32601) for an unknown one, with the relay's text for its name. */
  find(name: string, transport: Transport): RpcMethod {
    const found = this.#methods.get(name);
    if (found === undefined || (found.availability === 'websocket' && transport === 'http')) {
      throw unknownMethod(name, transport);
    }
    return found;
  }
}

function unknownMethod(name: string, transport: Transport): RpcError {
  if (/^engine_/.test(name)) return ERRORS.unsupportedMethod();
  if (transport === 'http' && /^(?:trace|debug)_/.test(name)) return ERRORS.notYetImplemented();
  return ERRORS.methodNotFound(name);
}
