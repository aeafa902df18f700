import type { proto } from '@tain/protos/hapi';
import { isLongZero, keyOfAlias } from '../ledger/alias.ts';
import type { Draft } from '../ledger/draft.ts';
import type { KeySpec } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, duration, long, numOf } from '../ledger/ids.ts';
import { keyBytes, keyMessage, specOf } from '../ledger/key-message.ts';
import { dayOf } from '../ledger/ledger.ts';
import { autoRenewStatus, MAX_AUTO_ASSOCIATIONS, MAX_TEXT, memoStatus } from '../ledger/limits.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber } from '../ledger/named.ts';
import { AUTO_RENEW_SECONDS, newAccount, oneKey } from '../ledger/new-account.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import { keySigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { ownCopy } from '../ledger/table.ts';
import { setAlias } from '../ledger/transfer-hbar.ts';
import { isEmptyKey, isValidKey } from '../ledger/valid-key.ts';
import { delegateAddress } from './delegation.ts';
import { keysAndHooks } from './fee-units.ts';
import type { Generator } from './generator.ts';
import { applyHooks, hookDetailsStatus, randomHook } from './hooks.ts';
import type { KindRules } from './kind.ts';
import { stakeStatus } from './stake.ts';

const HBAR = 100_000_000;

/** Fields of a creation in the demo network's terms. `createAccountDraft` builds the transaction. */
export interface AccountSpec {
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

export function createAccountDraft(g: Generator, requested: AccountSpec): Draft {
  const body: proto.ICryptoCreateTransactionBody = {
    key: keyMessage(g.ledger.keys, requested.key),
    initialBalance: long(requested.balance),
    autoRenewPeriod: duration(AUTO_RENEW_SECONDS),
  };
  if (requested.memo !== undefined) body.memo = requested.memo;
  if (requested.associations !== undefined) body.maxAutomaticTokenAssociations = requested.associations;
  const ref = requested.key.refs[0];
  if (requested.alias !== undefined && ref !== undefined) {
    const { messageBytes, evmAddress } = g.ledger.keys.get(ref);
    body.alias = requested.alias === 'key' || evmAddress === null ? messageBytes : evmAddress;
  }
  if (requested.stakedNodeId !== undefined) body.stakedNodeId = long(requested.stakedNodeId);
  if (requested.stakedAccountId !== undefined) body.stakedAccountId = accountId(requested.stakedAccountId);
  if (requested.declineReward) body.declineReward = true;
  if (requested.receiverSigRequired) body.receiverSigRequired = true;
  return { data: { cryptoCreateAccount: body }, payer: requested.payer, signers: requested.key.refs };
}

export const cryptoCreate: KindRules = {
  weight: 20,
  isSchedulable: true,
  fee: {
    of: 'CryptoCreate',
    units: ({ cryptoCreateAccount: op }) => keysAndHooks(op?.key, op),
  },

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
            memo: 'm'.repeat(MAX_TEXT + 1),
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

  pure({ cryptoCreateAccount }) {
    const requested = cryptoCreateAccount ?? {};
    const slots = requested.maxAutomaticTokenAssociations ?? 0;
    const alias = requested.alias?.length ? requested.alias : null;
    check(longToBigInt(requested.autoRenewPeriod?.seconds) > 0n, Status.INVALID_RENEWAL_PERIOD);
    check(slots >= -1 && slots <= MAX_AUTO_ASSOCIATIONS, Status.INVALID_MAX_AUTO_ASSOCIATIONS);
    check(longToBigInt(requested.initialBalance) >= 0n, Status.INVALID_INITIAL_BALANCE);
    check(longToBigInt(requested.sendRecordThreshold) >= 0n, Status.INVALID_SEND_RECORD_THRESHOLD);
    check(longToBigInt(requested.receiveRecordThreshold) >= 0n, Status.INVALID_RECEIVE_RECORD_THRESHOLD);
    check(alias === null || alias.length === 20 || keyOfAlias(alias) !== null, Status.INVALID_ALIAS_KEY);
    if (isEmptyKey(requested.key)) must(missingKey(requested));
    must(hookDetailsStatus(requested.hookCreationDetails ?? [], []));
  },

  apply: ruled((x) => {
    const requested = x.body.cryptoCreateAccount ?? {};
    const balance = longToBigInt(requested.initialBalance);
    const slots = requested.maxAutomaticTokenAssociations ?? 0;
    const alias = requested.alias?.length ? requested.alias : null;
    if (alias !== null) must(aliasSigned(x, alias, requested.key));
    if (requested.receiverSigRequired) keySigns(x, requested.key);

    check(longToBigInt(requested.shardID?.shardNum) === 0n, Status.INVALID_ACCOUNT_ID);
    check(longToBigInt(requested.realmID?.realmNum) === 0n, Status.INVALID_ACCOUNT_ID);
    check(alias === null || !isLongZero(alias), Status.INVALID_ALIAS_KEY);
    must(memoStatus(requested.memo));
    check(alias === null || x.ledger.resolveAlias(alias) === 0, Status.ALIAS_ALREADY_ASSIGNED);
    must(autoRenewStatus(requested.autoRenewPeriod ?? {}));
    check(isValidKey(requested.key), Status.INVALID_ADMIN_KEY);
    must(stakeStatus(x, requested, false));
    check(x.ledger.accounts.need(x.payer).balance >= balance, Status.INSUFFICIENT_PAYER_BALANCE);

    const key = specOf(x.ledger.keys, requested.key);
    const account = newAccount(x.ledger.takeEntity(), x.at, key);
    account.memo = requested.memo ?? '';
    account.maxAutoAssociations = slots;
    account.autoRenewPeriod = numOf(requested.autoRenewPeriod?.seconds);
    account.receiverSigRequired = requested.receiverSigRequired ?? false;
    account.declineReward = requested.declineReward ?? false;
    account.proxy = accountNumber(requested.proxyAccountID);
    if (requested.delegationAddress?.length) account.delegation = ownCopy(requested.delegationAddress);
    if (requested.stakedNodeId) account.stakedNodeId = numOf(requested.stakedNodeId);
    if (requested.stakedAccountId) account.stakedAccountId = accountNumber(requested.stakedAccountId);
    if (requested.stakedNodeId || requested.stakedAccountId) account.stakePeriodStart = dayOf(x.at);
    setAlias(x, account, alias);
    x.ledger.accounts.put(account.num, account);
    x.ledger.indexAlias(account);
    x.ledger.noteKeys(key);
    x.moveHbar(x.payer, account.num, balance);
    must(applyHooks(x, account.num, requested.hookCreationDetails ?? [], []));
    x.receipt.accountID = accountId(account.num);
    if (account.evmAddress !== null) x.record.evmAddress = account.evmAddress;
    return Status.SUCCESS;
  }),
};

/** Returns the status for a request whose key cannot sign. */
function missingKey({ key, alias }: proto.ICryptoCreateTransactionBody): Status {
  if (!key) return alias?.length ? Status.INVALID_ALIAS_KEY : Status.KEY_REQUIRED;
  return key.keyList || key.thresholdKey ? Status.KEY_REQUIRED : Status.BAD_ENCODING;
}

/** Requires the signature of the key of an alias, unless it is the account's own key (HIP-583). */
function aliasSigned(x: Execution, alias: Uint8Array, key: proto.IKey | null | undefined): Status {
  const { keys } = x.ledger;
  const isOwn = (address: Uint8Array | null): boolean =>
    address !== null && Buffer.from(alias).equals(address);
  if (alias.length !== 20) {
    const named = keyOfAlias(alias);
    return named !== null && x.signedBy(specOf(keys, named)) ? Status.OK : Status.INVALID_SIGNATURE;
  }
  if (key?.ECDSASecp256k1 && isOwn(keys.addressOf(keyBytes(key)))) return Status.OK;
  return [...x.signers].some((ref) => isOwn(keys.get(ref).evmAddress)) ? Status.OK : Status.INVALID_SIGNATURE;
}

/** Returns a typical creation: mostly plain, some with aliases, stakes, or automatic associations. */
export function randomAccount(g: Generator, payer: number, balance: bigint): AccountSpec {
  const { random } = g;
  const kind = random.unit();
  const base = {
    payer,
    balance,
    ...(random.chance(0.3) ? { memo: `account ${random.word().toString(36)}` } : null),
    ...(random.chance(0.5) ? { associations: random.pick([-1, 10, 100]) } : null),
    ...stakeSpec(g),
  };
  if (kind < 0.2) return { ...base, key: oneKey(g.freshEcdsa()), alias: 'address' };
  if (kind < 0.3) return { ...base, key: oneKey(g.freshEcdsa()), alias: 'key' };
  return { ...base, key: g.keySpec() };
}

function stakeSpec(g: Generator): Partial<AccountSpec> {
  const kind = g.random.unit();
  if (kind < 0.35) return { stakedNodeId: g.random.below(4) };
  if (kind < 0.4) return { stakedNodeId: g.random.below(4), declineReward: true };
  if (kind < 0.45) return { stakedAccountId: g.account().num };
  return {};
}
