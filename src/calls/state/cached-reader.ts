import type { MaybePromise } from '@tain/evm/maybe-promise';
import type { LedgerReader } from './ledger-state.ts';

/**
 * Maximum number of cached values of each kind. When it is exceeded, all values of that kind are dropped. Code is
 * larger than other values.
 */
const MAX_VALUES = 20_000;
const MAX_CODE = 400;

/**
 * Returns a reader that queries another one once for each key. It belongs to one state of the ledger: the next block has
 * another cache. Concurrent reads of a key share one query, and later ones are synchronous.
 */
export function cachedReader(reader: LedgerReader): LedgerReader {
  const cached = <Key extends readonly unknown[], Value>(
    read: (...key: Key) => MaybePromise<Value>,
    max = MAX_VALUES,
  ): ((...key: Key) => MaybePromise<Value>) => {
    // Differs from a `SharedRead`, because most values are known without a promise.
    const values = new Map<unknown, MaybePromise<Value>>();
    return (...key) => {
      const name = key.length === 1 ? key[0] : key.join(',');
      const known = values.get(name);
      if (known !== undefined || values.has(name)) return known as MaybePromise<Value>;
      if (values.size >= max) values.clear();
      const value = read(...key);
      values.set(name, value);
      if (value instanceof Promise) {
        value.then(
          (read) => {
            if (values.get(name) === value) values.set(name, read);
          },
          // A failed read is not cached, so that it is repeated.
          () => values.delete(name),
        );
      }
      return value;
    };
  };
  return {
    idOfAlias: cached((address) => reader.idOfAlias(address)),
    verifyAbsent: (address) => reader.verifyAbsent(address),
    account: cached((id) => reader.account(id)),
    code: cached((id) => reader.code(id), MAX_CODE),
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
