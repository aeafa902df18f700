/** Sources of contracts: those that a user added to this browser, and those that a local network keeps for all its users. */
import type { ContractDetails, ContractResultDetails } from '@tain/client/types';
import { loadAbout } from '../about.ts';
import { find } from '../api.ts';
import { config } from '../config.ts';
import { registerAbi } from '../words/known-abi.ts';
import type { KnownSource } from '../words/known-source.ts';
import { hasLocalNetwork, rpc } from './json-rpc.ts';
import { forgetSource, storedSource, storeSource } from './stored-abis.ts';

type Contract = ContractDetails<number | bigint>;

/** Maximum size of files that a user adds together, in bytes. The page stands still while they are parsed. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

const known = new Map<string, Promise<KnownSource | null>>();

/** Loads the source of a contract by its id, once for the document, and registers its ABI; null if there is none. */
export function sourceOf(id: string): Promise<KnownSource | null> {
  const found = known.get(id) ?? load(id).catch(() => null);
  known.set(id, found);
  return found;
}

/** Maximum number of contracts of a transaction whose sources are looked for. */
const MAX_CONTRACTS = 50;

/** Loads the sources of contracts by their ids; only those that are known. */
export async function sourcesOf(
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, KnownSource>> {
  const named = new Set(ids.filter((id) => id !== null && id !== undefined));
  const found = await Promise.all(
    [...named].slice(0, MAX_CONTRACTS).map(async (id) => [id, await sourceOf(id)] as const),
  );
  return new Map(found.flatMap(([id, source]) => (source === null ? [] : [[id, source] as const])));
}

/** Loads the sources of the contracts that took part in a call, by its result (null: of none). */
export async function sourcesOfResult(
  result: ContractResultDetails<number | bigint> | null,
): Promise<ReadonlyMap<string, KnownSource>> {
  const parts = [...(result?.logs ?? []), ...(result?.state_changes ?? [])];
  return sourcesOf([result?.contract_id, ...parts.map(({ contract_id }) => contract_id)]);
}

/** Removes the source of a contract from this browser, and from the local network if there is one. */
export async function removeSource({ contract_id, evm_address }: Contract): Promise<void> {
  const id = contract_id ?? '';
  forgetSource(id);
  known.delete(id);
  if (await hasLocalNetwork()) await rpc('tain_setSource', [evm_address]);
}

async function load(id: string): Promise<KnownSource | null> {
  const stored = storedSource(id);
  const isLocal = await hasLocalNetwork();
  if (stored === null && !isLocal) return null;
  const contract = await find<Contract>(`/api/v1/contracts/${id}`);
  if (contract === null) return null;
  const code = contract.runtime_bytecode;
  const own = stored === null ? null : await matched(JSON.parse(stored), code);
  if (own !== null || !isLocal) return own;
  return matched(await rpc('tain_getSource', [contract.evm_address]), code);
}

/** Matches a compiler's file with code; registers its ABI. */
async function matched(file: unknown, code: string): Promise<KnownSource | null> {
  if (file === null) return null;
  const { knownSource } = await import('../words/known-source.ts');
  const source = knownSource([file], code);
  if (source !== null) registerAbi(source.source.abi);
  return source;
}

/**
 * Matches files of compilers with a contract and stores the source, in a local network as well. Throws an error that
 * says why a file is of no use.
 */
export async function addSource(contract: Contract, files: readonly File[]): Promise<void> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAX_FILE_BYTES) throw new RangeError('The files have more than 64 MB.');
  const texts = await Promise.all(files.map(async (file) => [file.name, await file.text()] as const));
  await addParsed(
    contract,
    texts.map(([name, text]) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw new TypeError(`${name} is no JSON.`);
      }
    }),
  );
}

/** Matches parsed files of compilers like `addSource`. */
export async function addParsed(contract: Contract, files: readonly unknown[]): Promise<void> {
  const { knownSource } = await import('../words/known-source.ts');
  const found = knownSource(files, contract.runtime_bytecode);
  if (found === null) {
    throw new TypeError('No contract in these files has the code of this contract.');
  }
  const id = contract.contract_id ?? '';
  storeSource(id, JSON.stringify(found.source.reduced), found.source.abi);
  known.delete(id);
  if (await hasLocalNetwork()) await rpc('tain_setSource', [contract.evm_address, found.source.reduced]);
}

/** Requests the source of a contract from the Sourcify server, and stores it like `addSource`. */
export async function addFromSourcify(contract: Contract): Promise<void> {
  const about = await loadAbout();
  const chain = Number(about?.chain_id);
  if (!Number.isSafeInteger(chain)) throw new TypeError('The mirror does not report its chain id.');
  const address = encodeURIComponent(contract.evm_address);
  const response = await fetch(
    `${config().sourcify}/v2/contract/${chain}/${address}?fields=stdJsonInput,stdJsonOutput`,
    { referrerPolicy: 'no-referrer' },
  ).catch(() => null);
  if (response === null) throw new TypeError(`${config().sourcify} does not answer.`);
  if (!response.ok) throw new TypeError('Sourcify has no source of this contract.');
  await addParsed(contract, [await response.json()]);
}
