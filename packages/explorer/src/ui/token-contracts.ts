/** Contracts that are tokens: ERC-20, ERC-721 and ERC-1155. */
import { post } from '../api.ts';
import { type AbiType, type AbiValue, decodeValues, parseType, selectorOf } from '../words/abi.ts';
import { encodeValues } from '../words/abi-encode.ts';
import { shortened } from '../words/format.ts';
import type { Unit } from '../words/known-abi.ts';
import { type Standard, standardsIn } from '../words/token-standards.ts';

/** Maximum number of characters of a name or symbol, which a contract chooses. */
const MAX_NAME = 64;

/**
 * Calls a method of a contract, given its signature, the values as text and the types of its results. Throws `ApiError`
 * for a failed call, `TypeError` for a value of another type, `RangeError` for results of other types.
 */
export async function readMethod(
  to: string,
  signature: string,
  inputs: readonly AbiType[],
  texts: readonly string[],
  outputs: readonly AbiType[],
): Promise<readonly AbiValue[]> {
  const data = `0x${selectorOf(signature)}${encodeValues(inputs, texts)}`;
  const body = { to, data, estimate: false };
  const { result } = await post<{ result: string }>('/api/v1/contracts/call', body);
  return decodeValues(outputs, result);
}

const readOne = async (to: string, signature: string, output: string) =>
  (await readMethod(to, signature, [], [], [parseType(output)]))[0];

const units = new Map<string, Promise<Unit | null>>();

/** Loads symbol and decimals of a token contract, once per contract; null if the contract does not return them. */
export function unitOf(address: string): Promise<Unit | null> {
  const known = units.get(address);
  if (known !== undefined) return known;
  const unit = Promise.all([
    readOne(address, 'symbol()', 'string'),
    readOne(address, 'decimals()', 'uint8'),
  ]).then(
    ([symbol, decimals]) => ({
      symbol: shortened(String(symbol), MAX_NAME),
      decimals: Number(decimals),
    }),
    () => null,
  );
  units.set(address, unit);
  return unit;
}

/** A contract that is a token, by its own answers, which may be false; null: it did not answer. */
export interface TokenContract {
  readonly standard: Standard['name'];
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

/**
 * Recognizes a token contract by the selectors of the standard's methods in its code, and by its answer to one of them;
 * null for other contracts.
 */
export async function tokenContract(address: string, code: string): Promise<TokenContract | null> {
  const asText = (signature: string) =>
    readOne(address, signature, 'string').then(
      (value) => shortened(String(value), MAX_NAME),
      () => null,
    );
  for (const { name: standard, probe, input, output } of standardsIn(code)) {
    const inputs = input === null ? [] : [parseType('bytes4')];
    const answer = await readMethod(address, probe, inputs, input === null ? [] : [input], [
      parseType(output),
    ]).catch(() => [false]);
    if (answer[0] === false) continue;
    const [name, symbol, unit] = await Promise.all([
      asText('name()'),
      asText('symbol()'),
      standard === 'ERC-20' ? unitOf(address) : null,
    ]);
    return { standard, name, symbol, decimals: unit?.decimals ?? null };
  }
  return null;
}
