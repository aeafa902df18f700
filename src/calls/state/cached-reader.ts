import type { MaybePromise } from '@tain/evm/maybe-promise';
import type { LedgerReader } from './ledger-state.ts';
import type { StateCache } from './state-cache.ts';

/** Estimated size of a cached value with its key. That of code is added. */
const VALUE_BYTES = 800;

/**
 * Returns a reader that queries another one once for each key. It belongs to one state of the ledger: the next block has
 * another cache. Concurrent reads of a key share one query, and later ones are synchronous. `cache` bounds the values.
 */
export function cachedReader(reader: LedgerReader, cache: StateCache): LedgerReader {
  const cached = <Key extends readonly unknown[], Value>(
    read: (...key: Key) => MaybePromise<Value>,
  ): ((...key: Key) => MaybePromise<Value>) => {
    // Differs from a `SharedRead`, because most values are known without a promise.
    const values = new Map<unknown, MaybePromise<Value>>();
    return (...key) => {
      const name = key.length === 1 ? key[0] : key.join(',');
      const known = values.get(name);
      if (known !== undefined || values.has(name)) return known as MaybePromise<Value>;
      const value = read(...key);
      cache.count(values, VALUE_BYTES);
      values.set(name, value);
      if (value instanceof Promise) {
        value.then(
          (read: Value) => {
            if (read instanceof Uint8Array) cache.count(values, read.length);
            if (values.get(name) === value) values.set(name, read);
          },
          // A failed read is not cached, so that it is repeated.
          () => {
            if (values.get(name) === value) values.delete(name);
          },
        );
      }
      return value;
    };
  };
  return {
    idOfAlias: cached((address) => reader.idOfAlias(address)),
    verifyAbsent: (address) => reader.verifyAbsent(address),
    account: cached((id) => reader.account(id)),
    code: cached((id) => reader.code(id)),
    storage: cached((contract, slot) => reader.storage(contract, slot)),
    token: cached((id) => reader.token(id)),
    relation: cached((account, token) => reader.relation(account, token)),
    nft: cached((token, serial) => reader.nft(token, serial)),
    cryptoAllowance: cached((owner, spender) => reader.cryptoAllowance(owner, spender)),
    tokenAllowance: cached((owner, token, spender) => reader.tokenAllowance(owner, token, spender)),
    nftAllowance: cached((owner, token, spender) => reader.nftAllowance(owner, token, spender)),
    airdrop: cached((sender, receiver, token, serial) => reader.airdrop(sender, receiver, token, serial)),
    schedule: cached((id) => reader.schedule(id)),
    signatories: cached((id) => reader.signatories(id)),
    automaticAssociations: cached((account) => reader.automaticAssociations(account)),
    isTreasury: cached((account) => reader.isTreasury(account)),
    positiveBalances: cached((account) => reader.positiveBalances(account)),
    maxId: cached(() => reader.maxId()),
  };
}
