/**
 * ABIs and sources that a user added to contracts. They are stored in the browser; ABIs are used to decode calls and
 * events on all pages.
 */
import { type AbiEntry, readAbi, registerAbi } from '../words/known-abi.ts';

/** Prefixes of keys in the browser's storage; the contract's id follows. */
const ABI = 'abi ';
const SOURCE = 'source ';
/** Maximum number of characters of all stored sources. Browsers allow about 5 million for everything. */
const MAX_SOURCES = 4_000_000;

/** Stores the ABI of a contract. Throws `TypeError` for an unknown type, and an error when the storage refuses it. */
export function storeAbi(id: string, entries: readonly AbiEntry[]): void {
  registerAbi(entries);
  localStorage.setItem(ABI + id, JSON.stringify(entries));
}

/** Returns the stored ABI of a contract; empty when there is none. */
export function storedAbi(id: string): readonly AbiEntry[] {
  try {
    return readAbi(JSON.parse(localStorage.getItem(ABI + id) ?? '[]'));
  } catch {
    return [];
  }
}

/** Returns the stored compiler's file of a contract, as JSON; null when there is none. */
export function storedSource(id: string): string | null {
  try {
    return localStorage.getItem(SOURCE + id);
  } catch {
    return null;
  }
}

/**
 * Stores the compiler's file of a contract, as JSON, and its ABI. Throws `RangeError` when the sources of all contracts
 * would be too large, and an error when the storage refuses it.
 */
export function storeSource(id: string, file: string, entries: readonly AbiEntry[]): void {
  const others = Object.keys(localStorage).filter((key) => key.startsWith(SOURCE) && key !== SOURCE + id);
  const size = others.reduce((sum, key) => sum + (localStorage.getItem(key)?.length ?? 0), file.length);
  if (size > MAX_SOURCES) {
    throw new RangeError('This browser has too many sources. Forget those of other contracts first.');
  }
  localStorage.setItem(SOURCE + id, file);
  storeAbi(id, entries);
}

/** Removes the source and the ABI of a contract. Pages that are open still decode by its ABI. */
export function forgetSource(id: string): void {
  localStorage.removeItem(SOURCE + id);
  localStorage.removeItem(ABI + id);
}

/** Registers every stored ABI, except unreadable ones. */
function registerStored(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(ABI)) registerAbi(storedAbi(key.slice(ABI.length)));
  }
}

try {
  registerStored();
} catch {
  // The browser does not allow this page to store data.
}
