import type { Account, KeySpec, Token } from '../../../packages/network-simulator/src/ledger/entities.ts';
import { keyBytes, keyMessage } from '../../../packages/network-simulator/src/ledger/key-message.ts';
import {
  type Ledger,
  nftKey,
  relationKey,
  slotKey,
} from '../../../packages/network-simulator/src/ledger/ledger.ts';
import type { Table } from '../../../packages/network-simulator/src/ledger/table.ts';
import type { Key } from '../../../packages/network-simulator/src/ledger/table-indexes.ts';
import type { LedgerAccount, LedgerToken, Signatory } from '../../../src/calls/state/ledger-objects.ts';
import type { LedgerReader } from '../../../src/calls/state/ledger-state.ts';

/** A point in the history of a demo ledger. */
export interface Moment {
  readonly ledger: Ledger;
  /** Consensus time of the transaction before which the state is read. */
  readonly before: bigint;
  /** Runtime code of every contract, as in the stream. */
  readonly code: ReadonlyMap<number, Uint8Array>;
  /** Numbers of entities by every EVM address that they ever had. */
  readonly addresses: ReadonlyMap<string, number>;
  /** Accounts that the transaction itself created before its contract ran. */
  readonly createdBefore: number;
}

/** Returns accounts and contracts by every EVM address (hex) that they ever had. */
export function addressesOf(ledger: Ledger): Map<string, number> {
  const addresses = new Map<string, number>();
  for (const versions of ledger.accounts.allVersions()) {
    for (const { row } of versions) {
      if (row?.evmAddress) addresses.set(Buffer.from(row.evmAddress).toString('hex'), row.num);
    }
  }
  return addresses;
}

/** Returns the rows at a moment, and the accounts by address and alias. */
export function pastOf({ ledger, before, addresses }: Moment) {
  const at = before - 1n;
  const row = <K extends Key, R extends object>(table: Table<K, R>, key: K) => table.at(key, at);
  const numOf = (address: Uint8Array): number => {
    const bytes = Buffer.from(address);
    const isLongZero = bytes.subarray(0, 12).every((byte) => byte === 0);
    const found = isLongZero ? Number(bytes.readBigUInt64BE(12)) : addresses.get(bytes.toString('hex'));
    return found !== undefined && row(ledger.accounts, found)?.deleted === false ? found : 0;
  };
  /** Returns the id of the code of an account: its own or a delegate's. Authorizations apply from their own transaction on. */
  const codeOf = (id: number): number => {
    if (row(ledger.accounts, id)?.contract) return id;
    const delegation = ledger.accounts.at(id, before)?.delegation;
    if (!delegation) return 0;
    const delegate = numOf(delegation);
    return row(ledger.accounts, delegate)?.contract ? delegate : 0;
  };
  return { at, row, numOf, codeOf };
}

/**
 * Returns the demo ledger just before a transaction, as read by the engine. An account with a contract's code
 * (EIP-7702) is a contract to the engine, which does not support such accounts.
 */
export function demoReader(moment: Moment): LedgerReader {
  const { ledger, code, createdBefore } = moment;
  const { at, row, numOf: numOfAddress, codeOf } = pastOf(moment);
  const num = (id: bigint): number => Number(id);
  const key = (spec: KeySpec | null): Uint8Array | undefined =>
    spec === null ? undefined : keyBytes(keyMessage(ledger.keys, spec));

  const account = (each: Readonly<Account>): LedgerAccount => ({
    id: BigInt(each.num),
    type: codeOf(each.num) === 0 ? 'ACCOUNT' : 'CONTRACT',
    evmAddress: each.evmAddress === null ? undefined : Buffer.from(each.evmAddress).toString('hex'),
    key: key(each.key),
    balance: each.balance,
    nonce: BigInt(each.ethereumNonce),
    deleted: each.deleted,
    receiverSigRequired: each.receiverSigRequired,
    maxAutomaticTokenAssociations: each.maxAutoAssociations,
    autoRenewAccount: undefined,
    autoRenewPeriod: BigInt(each.autoRenewPeriod),
    expiration: each.expiration ?? undefined,
    createdTimestamp: each.createdAt,
  });

  const token = (each: Readonly<Token>): LedgerToken => ({
    id: BigInt(each.num),
    type: each.nonFungible ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
    name: each.name,
    symbol: each.symbol,
    decimals: each.decimals,
    memo: each.memo,
    metadata: each.metadata,
    treasury: BigInt(each.treasury),
    totalSupply: each.totalSupply,
    supplyType: each.maxSupply === 0n ? 'INFINITE' : 'FINITE',
    maxSupply: each.maxSupply,
    freezeDefault: each.freezeDefault,
    kycDefault: each.kycKey === null ? 'NOT_APPLICABLE' : 'REVOKED',
    paused: each.paused,
    deleted: each.deleted,
    keys: Object.fromEntries(
      Object.entries({
        admin: key(each.adminKey),
        kyc: key(each.kycKey),
        freeze: key(each.freezeKey),
        wipe: key(each.wipeKey),
        supply: key(each.supplyKey),
        feeSchedule: key(each.feeScheduleKey),
        pause: key(each.pauseKey),
        metadata: key(each.metadataKey),
      }).filter(([, value]) => value !== undefined),
    ),
    fees: {
      fixed: each.fixedFees.map((fee) => ({
        amount: fee.amount,
        denominatingToken: fee.token === 0 ? undefined : BigInt(fee.token),
        collector: BigInt(fee.collector),
        allCollectorsExempt: fee.allExempt,
      })),
      fractional: each.fractionalFees.map((fee) => ({
        numerator: BigInt(fee.numerator),
        denominator: BigInt(fee.denominator),
        minimum: fee.minimum,
        maximum: fee.maximum === 0n ? undefined : fee.maximum,
        netOfTransfers: fee.netOfTransfers,
        collector: BigInt(fee.collector),
        allCollectorsExempt: fee.allExempt,
      })),
      royalty: each.royaltyFees.map((fee) => ({
        numerator: BigInt(fee.numerator),
        denominator: BigInt(fee.denominator),
        fallback: fee.fallback === 0n ? undefined : { amount: fee.fallback, denominatingToken: undefined },
        collector: BigInt(fee.collector),
        allCollectorsExempt: fee.allExempt,
      })),
    },
    autoRenewAccount: each.autoRenewAccount === 0 ? undefined : BigInt(each.autoRenewAccount),
    autoRenewPeriod: each.autoRenewPeriod === null ? undefined : BigInt(each.autoRenewPeriod),
    expiration: each.expiration ?? undefined,
    nextSerial: BigInt(each.lastSerial + 1),
  });

  return {
    verifyAbsent: () => undefined,
    async idOfAlias(address) {
      const found = numOfAddress(Buffer.from(address, 'hex'));
      return found === 0 ? undefined : BigInt(found);
    },
    async account(id) {
      const found = row(ledger.accounts, num(id));
      return found === undefined ? undefined : account(found);
    },
    code: async (id) => code.get(codeOf(num(id))),
    async storage(contract, slot) {
      const value = row(ledger.slots, slotKey(num(contract), slot))?.value;
      return value?.toString(16).padStart(64, '0');
    },
    async token(id) {
      const found = row(ledger.tokens, num(id));
      return found === undefined ? undefined : token(found);
    },
    async relation(owner, id) {
      const found = row(ledger.relations, relationKey(num(owner), num(id)));
      const { kycKey, freezeKey } = ledger.tokens.at(num(id), at) ?? {};
      if (found === undefined || !found.associated) return undefined;
      return {
        account: owner,
        token: id,
        associated: true,
        automatic: found.automatic,
        balance: found.balance,
        freeze: freezeKey === null ? 'NOT_APPLICABLE' : found.frozen ? 'FROZEN' : 'UNFROZEN',
        kyc: kycKey === null ? 'NOT_APPLICABLE' : found.kyc ? 'GRANTED' : 'REVOKED',
      };
    },
    async nft(id, serial) {
      const found = row(ledger.nfts, nftKey(num(id), Number(serial)));
      if (found === undefined) return undefined;
      return {
        token: id,
        serial,
        owner: BigInt(found.owner),
        spender: found.spender === 0 ? undefined : BigInt(found.spender),
        metadata: found.metadata,
        createdTimestamp: found.createdAt,
        deleted: found.deleted,
      };
    },
    cryptoAllowance: async (owner, spender) => row(ledger.cryptoAllowances, `${owner}:${spender}`)?.amount,
    tokenAllowance: async (owner, id, spender) =>
      row(ledger.tokenAllowances, `${owner}:${spender}:${id}`)?.amount,
    nftAllowance: async (owner, id, spender) =>
      row(ledger.nftAllowances, `${owner}:${spender}:${id}`)?.approvedForAll,
    airdrop: async (sender, receiver, id, serial) =>
      row(ledger.airdrops, `${sender}:${receiver}:${id}:${serial}`)?.amount,
    async schedule(id) {
      const found = row(ledger.schedules, num(id));
      if (found === undefined) return undefined;
      return {
        id,
        creator: BigInt(found.creator),
        payer: BigInt(found.payer),
        body: found.body,
        adminKey: key(found.adminKey),
        memo: found.memo,
        waitForExpiry: found.waitForExpiry,
        executed: found.executedAt !== null,
        deleted: found.deleted,
        expiration: found.expiration,
      };
    },
    async signatories(id) {
      const { signed = [] } = row(ledger.schedules, num(id)) ?? {};
      const keys = signed.map((ref) => keyMessage(ledger.keys, { refs: [ref], form: 'key', threshold: 1 }));
      return keys.flatMap((each): Signatory[] => {
        const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
        if (each.ed25519) return [`ed25519:${hex(each.ed25519)}`];
        return each.ECDSASecp256k1 ? [`ecdsa:${hex(each.ECDSASecp256k1)}`] : [];
      });
    },
    automaticAssociations: async (id) => row(ledger.accounts, num(id))?.usedAutoAssociations ?? 0,
    isTreasury: async (id) =>
      ledger.tokens.keys.some((each) => {
        const found = row(ledger.tokens, each);
        return found !== undefined && !found.deleted && found.treasury === num(id);
      }),
    positiveBalances: async (id) =>
      ledger.relations.keys.filter((each) => {
        const found = row(ledger.relations, each);
        return found !== undefined && found.account === num(id) && found.balance > 0n;
      }).length,
    maxId: async () => BigInt((row(ledger.counters, 0)?.nextEntity ?? 0) - 1 + createdBefore),
  };
}
