/**
 * ABIs that a user added to contracts. They are stored in the browser, and used to decode calls and events on all
 * pages.
 */
import { type AbiEntry, registerAbi } from '../words/known-abi.ts';

/** Prefix of a key in the browser's storage; the contract's id follows. */
const PREFIX = 'abi ';

/** Stores the ABI of a contract. Throws `TypeError` for an unknown type, and an error when the storage refuses it. */
export function storeAbi(id: string, entries: readonly AbiEntry[]): void {
  registerAbi(entries);
  localStorage.setItem(PREFIX + id, JSON.stringify(entries));
}

/** Returns the stored ABI of a contract; empty when there is none. */
export function storedAbi(id: string): readonly AbiEntry[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(PREFIX + id) ?? '[]');
    return Array.isArray(entries) ? (entries as readonly AbiEntry[]) : [];
  } catch {
    return [];
  }
}

/** Registers every stored ABI, except unreadable ones. */
function registerStored(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    try {
      registerAbi(storedAbi(key.slice(PREFIX.length)));
    } catch {
      // The ABI has a type that this version does not support.
    }
  }
}

try {
  registerStored();
} catch {
  // The browser does not allow this page to store data.
}
