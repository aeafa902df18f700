import type { proto } from '@tain/protos/hapi';
import { accountId, contractId, duration, long, timestamp, tokenId } from '../ledger/ids.ts';
import { keyMessage } from '../ledger/key-message.ts';
import type { AbiValue } from './abi.ts';
import type { ServiceCall } from './service-method.ts';

/** Structures of the token service's Solidity interface, and their equivalents in transactions. */

export const TOKEN_KEYS = '(uint256,(bool,address,bytes,bytes,address))[]';
export const expiryType = (seconds: string): string => `(${seconds},address,${seconds})`;
/** `HederaToken`; the types of its supply and of seconds differ by version of the interface. */
export const tokenType = (supply: string, seconds: string, tail = ''): string =>
  `(string,string,address,string,bool,${supply},bool,${TOKEN_KEYS},${expiryType(seconds)}${tail})`;
export const fixedFeesType = (n: string): string => `(${n},address,bool,bool,address)[]`;
export const fractionalFeesType = (n: string): string => `(${n},${n},${n},${n},bool,address)[]`;
export const royaltyFeesType = (n: string): string => `(${n},${n},${n},address,bool,address)[]`;

/** Bits of a key's type. */
export const KEY_BITS = [
  ['adminKey', 1n],
  ['kycKey', 2n],
  ['freezeKey', 4n],
  ['wipeKey', 8n],
  ['supplyKey', 16n],
  ['feeScheduleKey', 32n],
  ['pauseKey', 64n],
  ['metadataKey', 128n],
] as const;

type Keys = Pick<proto.ITokenCreateTransactionBody, (typeof KEY_BITS)[number][0]>;

export function keysOf(call: ServiceCall, value: AbiValue | undefined): Keys {
  const keys: Keys = {};
  for (const entry of call.list(value)) {
    const [bits, key] = call.list(entry);
    for (const [name, bit] of KEY_BITS) if ((call.number(bits) & bit) !== 0n) keys[name] = keyOf(call, key);
  }
  return keys;
}

const ED25519_BYTES = 32;
const ECDSA_BYTES = 33;

/**
 * Returns the keys of an update. Each entry is exactly one kind of key. An entry for the caller's own key leaves the
 * key unchanged, unlike in a creation.
 */
export function changedKeysOf(call: ServiceCall, value: AbiValue | undefined): Keys {
  const entries = call.list(value).filter((entry) => {
    const [inherits, contract, ed25519, ecdsa, delegatable] = call.list(call.list(entry)[1]);
    const kinds = [
      call.number(inherits) === 1n,
      !call.isZeroAddress(contract),
      call.bytes(ed25519).length === ED25519_BYTES,
      call.bytes(ecdsa).length === ECDSA_BYTES,
      !call.isZeroAddress(delegatable),
    ];
    if (kinds.filter(Boolean).length !== 1) return call.malformed();
    return call.number(inherits) !== 1n;
  });
  return keysOf(call, entries);
}

/** Returns the caller's own key, a contract, or a public key. */
function keyOf(call: ServiceCall, value: AbiValue | undefined): proto.IKey {
  const [inherits, contract, ed25519, ecdsa, delegatable] = call.list(value);
  if (call.number(inherits) === 1n) {
    const { ledger } = call.x;
    const account = ledger.accounts.get(call.by);
    return account?.key && !account.contract
      ? keyMessage(ledger.keys, account.key)
      : { contractID: contractId(call.by) };
  }
  const idOf = (address: AbiValue | undefined): proto.IContractID => contractId(call.account(address));
  if (!call.isZeroAddress(contract)) return { contractID: idOf(contract) };
  if (!call.isZeroAddress(delegatable)) return { delegatableContractId: idOf(delegatable) };
  const [first, second] = [call.bytes(ed25519), call.bytes(ecdsa)];
  return first.length > 0 ? { ed25519: first } : { ECDSASecp256k1: second };
}

interface Lifetime {
  expiry?: proto.ITimestamp;
  autoRenewAccount?: proto.IAccountID;
  autoRenewPeriod?: proto.IDuration;
}

/** Reads the fields of an expiry; zero means absent. */
export function lifetimeOf(call: ServiceCall, value: AbiValue | undefined): Lifetime {
  const [second, renewer, period] = call.list(value);
  const [at, seconds] = [call.number(second), call.number(period)];
  return {
    ...(at !== 0n ? { expiry: timestamp(at * 1_000_000_000n) } : {}),
    ...(call.isZeroAddress(renewer) ? {} : { autoRenewAccount: accountId(call.account(renewer)) }),
    ...(seconds !== 0n ? { autoRenewPeriod: duration(Number(seconds)) } : {}),
  };
}

/** Returns the fixed fees. In a fee of a new token, 0.0.0 means that token. */
export function fixedFeesOf(call: ServiceCall, value: AbiValue | undefined): proto.ICustomFee[] {
  return call.list(value).map((entry) => {
    const [amount, token, inHbars, inItself, collector] = call.list(entry);
    const isOther = call.number(inHbars) === 0n;
    const own = call.number(inItself) === 1n;
    const denominatingTokenId = tokenId(own ? 0 : call.token(token));
    return {
      feeCollectorAccountId: accountId(call.account(collector)),
      fixedFee: { amount: long(call.number(amount)), ...(isOther || own ? { denominatingTokenId } : {}) },
    };
  });
}

export function fractionalFeesOf(call: ServiceCall, value: AbiValue | undefined): proto.ICustomFee[] {
  return call.list(value).map((entry) => {
    const [numerator, denominator, minimum, maximum, net, collector] = call.list(entry);
    return {
      feeCollectorAccountId: accountId(call.account(collector)),
      fractionalFee: {
        fractionalAmount: {
          numerator: long(call.number(numerator)),
          denominator: long(call.number(denominator)),
        },
        minimumAmount: long(call.number(minimum)),
        maximumAmount: long(call.number(maximum)),
        netOfTransfers: call.number(net) === 1n,
      },
    };
  });
}

export function royaltyFeesOf(call: ServiceCall, value: AbiValue | undefined): proto.ICustomFee[] {
  return call.list(value).map((entry) => {
    const [numerator, denominator, amount, token, inHbars, collector] = call.list(entry);
    const fallback = call.number(amount);
    const isOther = call.number(inHbars) === 0n;
    const fallbackFee = {
      amount: long(fallback),
      ...(isOther ? { denominatingTokenId: tokenId(call.token(token)) } : {}),
    };
    return {
      feeCollectorAccountId: accountId(call.account(collector)),
      royaltyFee: {
        exchangeValueFraction: {
          numerator: long(call.number(numerator)),
          denominator: long(call.number(denominator)),
        },
        ...(fallback > 0n ? { fallbackFee } : {}),
      },
    };
  });
}
