/** Sources of contracts: those that a user added to this browser, and those that a local network keeps for all its users. */
import type { ContractDetails, ContractResultDetails, ContractsPage } from '@tain/client/types';
import { loadAbout } from '../about.ts';
import { find, isPassing } from '../api.ts';
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
  const found =
    known.get(id) ??
    load(id).catch((error: unknown) => {
      if (isPassing(error)) known.delete(id);
      return null;
    });
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

/** Whether the local network keeps sources, as far as this document knows. After a failure it is not asked again. */
let hasShared = true;

async function load(id: string): Promise<KnownSource | null> {
  const stored = storedSource(id);
  const own = stored === null ? null : await matched(id, JSON.parse(stored));
  if (own !== null || !hasShared || !(await hasLocalNetwork())) return own;
  // The list has no entry for system contracts, tokens and accounts, whose ids are among those of calls.
  const list = await find<ContractsPage<number | bigint>>(`/api/v1/contracts?contract.id=${id}`);
  const address = list?.contracts[0]?.evm_address;
  if (address === undefined) return null;
  const shared = await rpc('tain_getSource', [address]).catch(() => {
    hasShared = false;
    return null;
  });
  return shared === null ? null : matched(id, shared);
}

/** Matches a compiler's file with the code of a contract; registers its ABI. */
async function matched(id: string, file: unknown): Promise<KnownSource | null> {
  const [contract, { knownSource }] = await Promise.all([
    find<Contract>(`/api/v1/contracts/${id}`),
    import('../words/known-source.ts'),
  ]);
  const source = contract && knownSource([file], contract.runtime_bytecode);
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
