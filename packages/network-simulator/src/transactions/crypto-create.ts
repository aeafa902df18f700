import type { proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import type { KeySpec } from '../ledger/entities.ts';
import { accountId, duration, long, numOf } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { dayOf } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { AUTO_RENEW_PERIOD, newAccount, oneKey } from '../ledger/new-account.ts';
import { Status } from '../ledger/status.ts';
import { keep } from '../ledger/table.ts';
import { setAlias } from '../ledger/transfer-hbar.ts';
import { delegateAddress } from './delegation.ts';
import type { Generator } from './generator.ts';
import { applyHooks, randomHook } from './hooks.ts';
import type { KindRules } from './kind.ts';

const HBAR = 100_000_000;
const MAX_MEMO_BYTES = 100;

/** The fields of a create, in the demo's own terms; `createAccountDraft` makes the transaction. */
export interface AccountWish {
  readonly key: KeySpec;
  readonly payer: number;
  readonly balance: bigint;
  /** `key`: alias is the key; `address`: alias is the key's EVM address. Only for ECDSA keys. */
  readonly alias?: 'key' | 'address';
  readonly memo?: string;
  readonly associations?: number;
  readonly stakedNodeId?: number;
  readonly stakedAccountId?: number;
  readonly declineReward?: boolean;
  readonly receiverSigRequired?: boolean;
}

export function createAccountDraft(g: Generator, wish: AccountWish): Draft {
  const body: proto.ICryptoCreateTransactionBody = {
    key: keyMessage(g.ledger.keys, wish.key),
    initialBalance: long(wish.balance),
    autoRenewPeriod: duration(AUTO_RENEW_PERIOD),
  };
  if (wish.memo !== undefined) body.memo = wish.memo;
  if (wish.associations !== undefined) body.maxAutomaticTokenAssociations = wish.associations;
  const ref = wish.key.refs[0];
  if (wish.alias !== undefined && ref !== undefined) {
    const { messageBytes, evmAddress } = g.ledger.keys.get(ref);
    body.alias = wish.alias === 'key' || evmAddress === null ? messageBytes : evmAddress;
  }
  if (wish.stakedNodeId !== undefined) body.stakedNodeId = long(wish.stakedNodeId);
  if (wish.stakedAccountId !== undefined) body.stakedAccountId = accountId(wish.stakedAccountId);
  if (wish.declineReward) body.declineReward = true;
  if (wish.receiverSigRequired) body.receiverSigRequired = true;
  return { data: { cryptoCreateAccount: body }, payer: wish.payer, signers: wish.key.refs };
}

export const cryptoCreate: KindRules = {
  weight: 20,

  generate(g) {
    const { random } = g;
    const payer = g.payer();
    if (g.failing()) {
      return random.chance(0.5)
        ? createAccountDraft(g, { key: oneKey(8), payer: payer.num, balance: payer.balance * 2n })
        : createAccountDraft(g, {
            key: oneKey(8),
            payer: payer.num,
            balance: 1n,
            memo: 'm'.repeat(MAX_MEMO_BYTES + 1),
          });
    }
    if (!g.mayGrow('accounts')) return null;
    const draft = createAccountDraft(g, randomAccount(g, payer.num, random.amount(HBAR, 100 * HBAR)));
    const hook = random.chance(0.02) ? randomHook(g, 0) : null;
    const body = draft.data.cryptoCreateAccount;
    if (hook !== null && body) body.hookCreationDetails = [hook];
    if (body && random.chance(0.02)) body.delegationAddress = delegateAddress(g);
    if (body && random.chance(0.02)) body.proxyAccountID = accountId(payer.num);
    return random.chance(0.03) ? { ...draft, extra: { highVolume: true } } : draft;
  },

  apply(x) {
    const wish = x.body.cryptoCreateAccount;
    if (!wish) return Status.INVALID_TRANSACTION_BODY;
    const balance = longToBigInt(wish.initialBalance);
    const key = wish.key ? specOf(x.ledger.keys, wish.key) : null;
    if (Buffer.byteLength(wish.memo ?? '') > MAX_MEMO_BYTES) return Status.MEMO_TOO_LONG;
    if (balance < 0n) return Status.INVALID_INITIAL_BALANCE;
    if (wish.alias?.length && x.ledger.resolveAlias(wish.alias) !== 0) return Status.ALIAS_ALREADY_ASSIGNED;
    if (x.ledger.accounts.need(x.payer).balance < balance) return Status.INSUFFICIENT_PAYER_BALANCE;
    const account = newAccount(x.ledger.takeEntity(), x.at, key);
    account.memo = wish.memo ?? '';
    account.maxAutoAssociations = wish.maxAutomaticTokenAssociations ?? 0;
    account.receiverSigRequired = wish.receiverSigRequired ?? false;
    account.declineReward = wish.declineReward ?? false;
    account.proxy = numOf(wish.proxyAccountID?.accountNum);
    if (wish.delegationAddress?.length) account.delegation = keep(wish.delegationAddress);
    if (wish.stakedNodeId) account.stakedNodeId = numOf(wish.stakedNodeId);
    if (wish.stakedAccountId) account.stakedAccountId = numOf(wish.stakedAccountId.accountNum);
    if (wish.stakedNodeId || wish.stakedAccountId) account.stakePeriodStart = dayOf(x.at);
    setAlias(x, account, wish.alias ?? null);
    x.ledger.accounts.put(account.num, account);
    x.ledger.indexAlias(account);
    x.ledger.noteKeys(key);
    x.moveHbar(x.payer, account.num, balance);
    const hooks = applyHooks(x, account.num, wish.hookCreationDetails ?? [], []);
    if (hooks !== Status.OK) return hooks;
    x.receipt.accountID = accountId(account.num);
    if (account.evmAddress !== null) x.record.evmAddress = account.evmAddress;
    return Status.SUCCESS;
  },
};

/** A typical create: mostly plain, some with aliases, stakes, or automatic associations. */
export function randomAccount(g: Generator, payer: number, balance: bigint): AccountWish {
  const { random } = g;
  const kind = random.unit();
  const base = {
    payer,
    balance,
    ...(random.chance(0.3) ? { memo: `account ${random.word().toString(36)}` } : null),
    ...(random.chance(0.5) ? { associations: random.pick([-1, 10, 100]) } : null),
    ...stakeWish(g),
  };
  if (kind < 0.2) return { ...base, key: oneKey(g.freshEcdsa()), alias: 'address' };
  if (kind < 0.3) return { ...base, key: oneKey(g.freshEcdsa()), alias: 'key' };
  return { ...base, key: g.keySpec() };
}

function stakeWish(g: Generator): Partial<AccountWish> {
  const kind = g.random.unit();
  if (kind < 0.35) return { stakedNodeId: g.random.below(4) };
  if (kind < 0.4) return { stakedNodeId: g.random.below(4), declineReward: true };
  if (kind < 0.45) return { stakedAccountId: g.account().num };
  return {};
}
