import {
  emptyAccount,
  type LedgerAccount,
  type LedgerNft,
  type LedgerSchedule,
  type LedgerToken,
  type Signatory,
  type TokenRelation,
} from '../../src/calls/state/ledger-objects.ts';
import type { LedgerReader } from '../../src/calls/state/ledger-state.ts';

/** A ledger as plain data. Missing fields have the defaults of `account`, `token` and the others below. */
export interface MemoryLedger {
  accounts?: readonly (Partial<LedgerAccount> & { id: bigint })[];
  /** Runtime code by contract. */
  code?: ReadonlyMap<bigint, Uint8Array>;
  /** Storage values of 64 hex digits, by `contract,slot` (slot of 64 hex digits). */
  storage?: Readonly<Record<string, string>>;
  tokens?: readonly (Partial<LedgerToken> & { id: bigint })[];
  relations?: readonly (Partial<TokenRelation> & { account: bigint; token: bigint })[];
  nfts?: readonly (Partial<LedgerNft> & { token: bigint; serial: bigint; owner: bigint })[];
  /** Amounts by `owner,spender`. */
  cryptoAllowances?: Readonly<Record<string, bigint>>;
  /** Amounts by `owner,token,spender`. */
  tokenAllowances?: Readonly<Record<string, bigint>>;
  /** Approvals by `owner,token,spender`. */
  nftAllowances?: Readonly<Record<string, boolean>>;
  /** Amounts by `sender,receiver,token,serial`. */
  airdrops?: Readonly<Record<string, bigint>>;
  schedules?: readonly (Partial<LedgerSchedule> & { id: bigint })[];
  /** Signatories by schedule. */
  signatories?: ReadonlyMap<bigint, readonly Signatory[]>;
  /** Automatic associations by account. */
  automaticAssociations?: ReadonlyMap<bigint, number>;
  maxId?: bigint;
}

/** Returns a reader of a ledger in memory. `reads` counts the reads: `account 1001` → 2. */
export function memoryReader(ledger: MemoryLedger): LedgerReader & { reads: Map<string, number> } {
  const accounts = byId(ledger.accounts, account);
  const tokens = byId(ledger.tokens, token);
  const schedules = byId(ledger.schedules, schedule);
  const aliases = new Map(
    [...accounts.values()].flatMap((each) =>
      each.evmAddress === undefined ? [] : [[each.evmAddress, each.id] as const],
    ),
  );
  const relations = new Map(
    (ledger.relations ?? []).map((each) => [`${each.account},${each.token}`, { ...RELATION, ...each }]),
  );
  const nfts = new Map(
    (ledger.nfts ?? []).map((each) => [`${each.token},${each.serial}`, { ...NFT, ...each }]),
  );
  const reads = new Map<string, number>();
  const answer = async <Value>(key: string, value: Value): Promise<Value> => {
    reads.set(key, (reads.get(key) ?? 0) + 1);
    return value;
  };
  const ids = [...accounts.keys(), ...tokens.keys(), ...schedules.keys(), 1000n];
  const maxId = ledger.maxId ?? ids.reduce((a, b) => (a > b ? a : b));
  return {
    reads,
    verifyAbsent: () => undefined,
    idOfAlias: (address) => answer(`alias ${address}`, aliases.get(address)),
    account: (id) => answer(`account ${id}`, accounts.get(id)),
    code: (id) => answer(`code ${id}`, ledger.code?.get(id)),
    storage: (id, slot) => answer(`storage ${id},${slot}`, ledger.storage?.[`${id},${slot}`]),
    token: (id) => answer(`token ${id}`, tokens.get(id)),
    relation: (id, tokenId) => answer(`relation ${id},${tokenId}`, relations.get(`${id},${tokenId}`)),
    nft: (id, serial) => answer(`nft ${id},${serial}`, nfts.get(`${id},${serial}`)),
    cryptoAllowance: (owner, spender) =>
      answer(`cryptoAllowance ${owner},${spender}`, ledger.cryptoAllowances?.[`${owner},${spender}`]),
    tokenAllowance: (owner, id, spender) =>
      answer(
        `tokenAllowance ${owner},${id},${spender}`,
        ledger.tokenAllowances?.[`${owner},${id},${spender}`],
      ),
    nftAllowance: (owner, id, spender) =>
      answer(`nftAllowance ${owner},${id},${spender}`, ledger.nftAllowances?.[`${owner},${id},${spender}`]),
    airdrop: (sender, receiver, id, serial) => {
      const key = `${sender},${receiver},${id},${serial}`;
      return answer(`airdrop ${key}`, ledger.airdrops?.[key]);
    },
    schedule: (id) => answer(`schedule ${id}`, schedules.get(id)),
    signatories: (id) => answer(`signatories ${id}`, ledger.signatories?.get(id)),
    automaticAssociations: (id) =>
      answer(`automaticAssociations ${id}`, ledger.automaticAssociations?.get(id) ?? 0),
    isTreasury: (id) =>
      answer(
        `isTreasury ${id}`,
        [...tokens.values()].some((each) => each.treasury === id && !each.deleted),
      ),
    positiveBalances: (id) =>
      answer(
        `positiveBalances ${id}`,
        [...relations.values()].filter((each) => each.account === id && each.balance > 0n).length,
      ),
    maxId: () => answer('maxId', maxId),
  };
}

function byId<Row extends { id: bigint }, Value>(
  rows: readonly Row[] | undefined,
  make: (row: Row) => Value,
) {
  return new Map((rows ?? []).map((row) => [row.id, make(row)]));
}

function account(row: Partial<LedgerAccount> & { id: bigint }): LedgerAccount {
  return { ...emptyAccount(row.id), autoRenewPeriod: 7_776_000n, createdTimestamp: 1n, ...row };
}

function token(row: Partial<LedgerToken> & { id: bigint }): LedgerToken {
  return {
    type: 'FUNGIBLE_COMMON',
    name: 'Token',
    symbol: 'TKN',
    decimals: 0,
    memo: '',
    metadata: new Uint8Array(),
    treasury: 2n,
    totalSupply: 0n,
    supplyType: 'INFINITE',
    maxSupply: 0n,
    freezeDefault: false,
    kycDefault: 'NOT_APPLICABLE',
    paused: false,
    deleted: false,
    keys: {},
    fees: { fixed: [], fractional: [], royalty: [] },
    autoRenewAccount: undefined,
    autoRenewPeriod: 7_776_000n,
    expiration: undefined,
    nextSerial: 1n,
    ...row,
  };
}

const RELATION = {
  associated: true,
  automatic: false,
  balance: 0n,
  freeze: 'NOT_APPLICABLE',
  kyc: 'NOT_APPLICABLE',
} as const;

const NFT = { spender: undefined, metadata: new Uint8Array(), createdTimestamp: 1n, deleted: false };

function schedule(row: Partial<LedgerSchedule> & { id: bigint }): LedgerSchedule {
  return {
    creator: 2n,
    payer: 2n,
    body: new Uint8Array(),
    adminKey: undefined,
    memo: '',
    waitForExpiry: false,
    executed: false,
    deleted: false,
    expiration: undefined,
    ...row,
  };
}
