/** Contracts that are tokens (ERC-20, ERC-721 and ERC-1155) or proxies of other contracts. */
import type { ContractDetails, ContractStatePage } from '@tain/client/types';
import { find, isPassing, post } from '../api.ts';
import { type AbiType, type AbiValue, decodeValues, parseType } from '../words/abi.ts';
import { encodeCall } from '../words/call-data.ts';
import type { Unit } from '../words/known-abi.ts';
import { proxyOf } from '../words/proxies.ts';
import { type Standard, standardsIn } from '../words/token-standards.ts';
import { quoted, symbolText } from '../words/visible-text.ts';

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
  const data = await encodeCall(find, signature, inputs, texts);
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
      symbol: symbolText(String(symbol)),
      decimals: Number(decimals),
    }),
    (error: unknown) => {
      if (isPassing(error)) units.delete(address);
      return null;
    },
  );
  units.set(address, unit);
  return unit;
}

/** The contract whose code a proxy runs. */
export interface Implementation {
  readonly id: string;
  readonly code: string;
}

/** Finds the contract whose code a proxy runs at present; null for contracts that are no proxies. */
export async function implementationOf(id: string, code: string): Promise<Implementation | null> {
  const proxy = proxyOf(code);
  if (proxy === null) return null;
  const stored = async (slot: string) => {
    const page = await find<ContractStatePage>(`/api/v1/contracts/${id}/state?slot=${slot}`);
    const [found] = page?.state ?? [];
    return found?.value ? `0x${found.value.slice(-40)}` : null;
  };
  const beaconOf = async (slot: string) => {
    const beacon = await stored(slot);
    return beacon && String(await readOne(beacon, 'implementation()', 'address').catch(() => ''));
  };
  const address =
    'implementation' in proxy
      ? proxy.implementation
      : 'slot' in proxy
        ? await stored(proxy.slot)
        : await beaconOf(proxy.beaconSlot);
  const target = address && (await find<ContractDetails<number | bigint>>(`/api/v1/contracts/${address}`));
  return target ? { id: target.contract_id ?? '', code: target.runtime_bytecode } : null;
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
      (value) => quoted(String(value), MAX_NAME),
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
