/** ABIs that a person added to contracts. They stay in the browser, and decode the calls and events of every page. */
import { type AbiEntry, learnAbi } from '../words/known-abi.ts';

/** First part of a key in the browser's storage; the contract's id follows. */
const PREFIX = 'abi ';

/** Stores the ABI of a contract. Throws `TypeError` for an unknown type, and when the storage refuses it. */
export function keepAbi(id: string, entries: readonly AbiEntry[]): void {
  learnAbi(entries);
  localStorage.setItem(PREFIX + id, JSON.stringify(entries));
}

/** Returns the stored ABI of a contract; empty when there is none. */
export function keptAbi(id: string): readonly AbiEntry[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(PREFIX + id) ?? '[]');
    return Array.isArray(entries) ? (entries as readonly AbiEntry[]) : [];
  } catch {
    return [];
  }
}

/** Registers every stored ABI, except unreadable ones. */
function learnKept(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    try {
      learnAbi(keptAbi(key.slice(PREFIX.length)));
    } catch {
      // An ABI with a type that is unknown to this version.
    }
  }
}

try {
  learnKept();
} catch {
  // A browser that stores no data for this page.
}
