import type { Address } from '@tain/evm/execution';
import { parseTypes } from './abi/abi-type.ts';
import { Arguments } from './abi/arguments.ts';
import { DecodeError, decodeValues } from './abi/decode.ts';
import type { Service } from './method.ts';
import { SELECTOR, selectorOf } from './selector.ts';

/** A call that the code of a token, account or schedule redirects: its entity, and the called function. */
export interface Redirect {
  readonly subject: Address;
  readonly input: Uint8Array;
}

const SELECTORS: Readonly<Record<Service, string>> = {
  HTS: selectorOf('redirectForToken(address,bytes)'),
  HAS: selectorOf('redirectForAccount(address,bytes)'),
  HSS: selectorOf('redirectForScheduleTxn(address,bytes)'),
};
const TYPES = parseTypes('(address,bytes)');
const ADDRESS_LENGTH = 20;

/**
 * Returns the subject of a redirect; undefined for another input. The arguments are in the ABI's encoding or packed:
 * the address directly after the selector, then the call. Throws `DecodeError` when they are neither.
 */
export function parseRedirect(service: Service, input: Buffer): Redirect | undefined {
  if (input.toString('hex', 0, SELECTOR) !== SELECTORS[service]) return undefined;
  const rest = input.subarray(SELECTOR);
  const redirect = encoded(rest) ?? packed(rest);
  if (redirect.input.length < SELECTOR) throw new DecodeError('redirect without a call');
  return redirect;
}

function encoded(rest: Buffer): Redirect | undefined {
  try {
    const args = new Arguments(decodeValues(TYPES, rest));
    return { subject: args.address(0), input: args.bytes(1) };
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

function packed(rest: Buffer): Redirect {
  if (rest.length < ADDRESS_LENGTH) throw new DecodeError('redirect without an address');
  return { subject: rest.toString('hex', 0, ADDRESS_LENGTH), input: rest.subarray(ADDRESS_LENGTH) };
}
