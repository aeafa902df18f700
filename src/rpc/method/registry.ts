import type { RpcMethod } from './method.ts';
import { ERRORS, type RpcError } from './rpc-error.ts';

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
