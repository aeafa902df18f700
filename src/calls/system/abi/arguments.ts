import type { Address } from '@tain/evm/execution';
import type { AbiValue } from './abi-type.ts';

/**
 * Decoded arguments by position, each of the type in the signature. Reading another type throws `TypeError`, which is a
 * bug in the calling code and never an error of the client, because decoding checked the types.
 */
export class Arguments {
  private readonly values: readonly AbiValue[];

  constructor(values: readonly AbiValue[]) {
    this.values = values;
  }

  integer(at: number): bigint {
    const value = this.values[at];
    return typeof value === 'bigint' ? value : refuse(at, 'integer');
  }

  bool(at: number): boolean {
    const value = this.values[at];
    return typeof value === 'boolean' ? value : refuse(at, 'bool');
  }

  address(at: number): Address {
    return this.string(at);
  }

  string(at: number): string {
    const value = this.values[at];
    return typeof value === 'string' ? value : refuse(at, 'string');
  }

  bytes(at: number): Uint8Array {
    const value = this.values[at];
    return value instanceof Uint8Array ? value : refuse(at, 'bytes');
  }

  tuple(at: number): Arguments {
    return new Arguments(this.list(at));
  }

  tuples(at: number): Arguments[] {
    return this.list(at).map((_, i, all) => new Arguments(all).tuple(i));
  }

  integers(at: number): bigint[] {
    return this.list(at).map((_, i, all) => new Arguments(all).integer(i));
  }

  addresses(at: number): Address[] {
    return this.list(at).map((_, i, all) => new Arguments(all).address(i));
  }

  bytesList(at: number): Uint8Array[] {
    return this.list(at).map((_, i, all) => new Arguments(all).bytes(i));
  }

  get length(): number {
    return this.values.length;
  }

  private list(at: number): readonly AbiValue[] {
    const value = this.values[at];
    return Array.isArray(value) ? value : refuse(at, 'list');
  }
}

function refuse(at: number, type: string): never {
  throw new TypeError(`argument ${at} is not of type ${type}`);
}
