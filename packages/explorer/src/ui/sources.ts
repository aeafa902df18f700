/** Sources of contracts: those that a user added to this browser. */
import type { ContractDetails } from '@tain/client/types';
import { find } from '../api.ts';
import { registerAbi } from '../words/known-abi.ts';
import type { KnownSource } from '../words/known-source.ts';
import { storedSource, storeSource } from './stored-abis.ts';

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

/** Loads the sources of contracts by their ids; only those that are known. */
export async function sourcesOf(ids: Iterable<string>): Promise<ReadonlyMap<string, KnownSource>> {
  const found = await Promise.all([...ids].map(async (id) => [id, await sourceOf(id)] as const));
  return new Map(found.flatMap(([id, source]) => (source === null ? [] : [[id, source] as const])));
}

/** Forgets what was loaded of a contract's source, so that the next request reads it anew. */
export function reloadSource(id: string): void {
  known.delete(id);
}

async function load(id: string): Promise<KnownSource | null> {
  const stored = storedSource(id);
  if (stored === null) return null;
  const contract = await find<Contract>(`/api/v1/contracts/${id}`);
  return contract === null ? null : matched(stored, contract.runtime_bytecode);
}

/** Matches a compiler's file, as JSON, with code; registers its ABI. */
async function matched(file: string, code: string): Promise<KnownSource | null> {
  const { knownSource } = await import('../words/known-source.ts');
  const source = knownSource([JSON.parse(file)], code);
  if (source !== null) registerAbi(source.source.abi);
  return source;
}

/**
 * Matches files of compilers with a contract and stores the source. Throws an error that says why a file is of no use.
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
  reloadSource(id);
}
