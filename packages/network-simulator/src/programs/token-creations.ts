import { proto } from '@tain/protos/hapi';
import { GAS_PRICE } from '../ledger/fees.ts';
import { accountId, duration, long, numOf, tokenId } from '../ledger/ids.ts';
import { AUTO_RENEW_SECONDS } from '../ledger/new-account.ts';
import { priceOf } from '../ledger/prices.ts';
import { Status } from '../ledger/status.ts';
import type { AbiValue } from './abi.ts';
import { CHANGE_GAS, CREATE_GAS } from './service-gas.ts';
import {
  type Refused,
  type ServiceCall,
  type ServiceMethod,
  type ServiceRequest,
  serviceRequest,
} from './service-method.ts';
import {
  changedKeysOf,
  expiryType,
  fixedFeesOf,
  fixedFeesType,
  fractionalFeesOf,
  fractionalFeesType,
  keysOf,
  lifetimeOf,
  royaltyFeesOf,
  royaltyFeesType,
  TOKEN_KEYS,
  tokenType,
} from './token-structures.ts';

/** Methods that create tokens and update their properties. */

const { FUNGIBLE_COMMON, NON_FUNGIBLE_UNIQUE } = proto.TokenType;
const { FINITE, INFINITE } = proto.TokenSupplyType;

/**
 * Creates a token. Gas pays a part of its price; the rest, and a fifth more, is sent with the call and charged
 * completely. The admin key must have signed the outermost transaction; no other of its signatures is checked
 * (`ClassicCreatesCall`).
 */
function create(
  call: ServiceCall,
  nonFungible: boolean,
  fees: readonly proto.ICustomFee[],
  hasFees: boolean,
): ServiceRequest | Refused {
  const price = priceOf('tokenCreation') * (hasFees ? 2n : 1n);
  const needed = price + price / 5n - BigInt(CREATE_GAS) * GAS_PRICE;
  const { value } = call.dispatch.call;
  if (value < needed) return { answer: [BigInt(Status.INSUFFICIENT_TX_FEE), 0n], gas: CREATE_GAS };
  const [name, symbol, treasury, memo, finite, maxSupply, freezeDefault, keys, expiry, metadata] = call.list(
    call.args[0],
  );
  const limited = call.number(finite) === 1n;
  const lifetime = lifetimeOf(call, expiry);
  const needsPeriod = !lifetime.expiry && !lifetime.autoRenewPeriod;
  const tokenCreation: proto.ITokenCreateTransactionBody = {
    name: call.text(name),
    symbol: call.text(symbol),
    treasury: accountId(call.account(treasury)),
    memo: call.text(memo),
    tokenType: nonFungible ? NON_FUNGIBLE_UNIQUE : FUNGIBLE_COMMON,
    supplyType: limited ? FINITE : INFINITE,
    maxSupply: long(call.number(maxSupply)),
    freezeDefault: call.number(freezeDefault) === 1n,
    ...(nonFungible
      ? {}
      : { initialSupply: long(call.number(call.args[1])), decimals: Number(call.number(call.args[2])) }),
    ...keysOf(call, keys),
    ...lifetime,
    ...(needsPeriod ? { autoRenewPeriod: duration(AUTO_RENEW_SECONDS) } : {}),
    ...(metadata === undefined ? {} : { metadata: call.bytes(metadata) }),
    ...(fees.length > 0 ? { customFees: [...fees] } : {}),
  };
  return {
    ...serviceRequest('tokenCreation', { tokenCreation }, CREATE_GAS),
    value,
    // The admin key may belong to a user instead of a contract.
    consent: tokenCreation.adminKey,
    values: ({ tokenID }) => [BigInt(numOf(tokenID?.tokenNum))],
    reverts: true,
  };
}

/**
 * Versions of the structures: types of the supply and seconds, of the initial supply and decimals, of numbers in fees.
 */
const SHAPES = [
  [tokenType('uint32', 'uint32'), 'uint256,uint256', 'uint32'],
  [tokenType('int64', 'uint32'), 'uint64,uint32', 'uint32'],
  [tokenType('int64', 'int64'), 'int64,int32', 'int64'],
] as const;
const CREATED = { returns: '(int64,address)' } as const;

const creations = SHAPES.flatMap(([token, supply, n]): ServiceMethod[] => [
  {
    ...CREATED,
    signature: `createFungibleToken(${token},${supply})`,
    request: (call) => create(call, false, [], false),
  },
  {
    ...CREATED,
    signature: `createFungibleTokenWithCustomFees(${token},${supply},${fixedFeesType(n)},${fractionalFeesType(n)})`,
    request: (call) =>
      create(
        call,
        false,
        [...fixedFeesOf(call, call.args[3]), ...fractionalFeesOf(call, call.args[4])],
        true,
      ),
  },
  {
    ...CREATED,
    signature: `createNonFungibleToken(${token})`,
    request: (call) => create(call, true, [], false),
  },
  {
    ...CREATED,
    signature: `createNonFungibleTokenWithCustomFees(${token},${fixedFeesType(n)},${royaltyFeesType(n)})`,
    request: (call) =>
      create(call, true, [...fixedFeesOf(call, call.args[1]), ...royaltyFeesOf(call, call.args[2])], true),
  },
]);

/** Updates a token. Empty and zero fields stay unchanged. */
function update(call: ServiceCall, changes: proto.ITokenUpdateTransactionBody): ServiceRequest {
  const tokenUpdate = { token: tokenId(call.token(call.args[0])), ...changes };
  return serviceRequest('tokenUpdate', { tokenUpdate }, CHANGE_GAS);
}

function infoOf(call: ServiceCall, value: AbiValue | undefined): proto.ITokenUpdateTransactionBody {
  const [name, symbol, treasury, memo, , , , keys, expiry, metadata] = call.list(value);
  const text = call.text(memo);
  const bytes = metadata === undefined ? new Uint8Array() : call.bytes(metadata);
  return {
    name: call.text(name),
    symbol: call.text(symbol),
    ...(call.isZeroAddress(treasury) ? {} : { treasury: accountId(call.account(treasury)) }),
    ...(text === '' ? {} : { memo: { value: text } }),
    ...(bytes.length === 0 ? {} : { metadata: { value: bytes } }),
    ...changedKeysOf(call, keys),
    ...lifetimeOf(call, expiry),
  };
}

function updateFees(call: ServiceCall, fees: readonly proto.ICustomFee[]): ServiceRequest {
  const token = tokenId(call.token(call.args[0]));
  // A fee in the token itself contains the token's number.
  const customFees = fees.map((fee) =>
    fee.fixedFee?.denominatingTokenId && numOf(fee.fixedFee.denominatingTokenId.tokenNum) === 0
      ? { ...fee, fixedFee: { ...fee.fixedFee, denominatingTokenId: token } }
      : fee,
  );
  return serviceRequest(
    'tokenFeeScheduleUpdate',
    { tokenFeeScheduleUpdate: { tokenId: token, customFees } },
    CHANGE_GAS,
  );
}

const UPDATED = { returns: '(int256)' } as const;

export const TOKEN_CREATIONS: readonly ServiceMethod[] = [
  ...creations,
  ...[
    tokenType('uint32', 'uint32'),
    tokenType('int64', 'uint32'),
    tokenType('int64', 'int64'),
    tokenType('int64', 'int64', ',bytes'),
  ].map((token) => ({
    ...UPDATED,
    signature: `updateTokenInfo(address,${token})`,
    request: (call: ServiceCall) => update(call, infoOf(call, call.args[1])),
  })),
  ...['uint32', 'int64'].map((seconds) => ({
    ...UPDATED,
    signature: `updateTokenExpiryInfo(address,${expiryType(seconds)})`,
    request: (call: ServiceCall) => update(call, lifetimeOf(call, call.args[1])),
  })),
  {
    ...UPDATED,
    signature: `updateTokenKeys(address,${TOKEN_KEYS})`,
    request: (call) => update(call, changedKeysOf(call, call.args[1])),
  },
  {
    ...UPDATED,
    signature: `updateFungibleTokenCustomFees(address,${fixedFeesType('int64')},${fractionalFeesType('int64')})`,
    request: (call) =>
      updateFees(call, [...fixedFeesOf(call, call.args[1]), ...fractionalFeesOf(call, call.args[2])]),
  },
  {
    ...UPDATED,
    signature: `updateNonFungibleTokenCustomFees(address,${fixedFeesType('int64')},${royaltyFeesType('int64')})`,
    request: (call) =>
      updateFees(call, [...fixedFeesOf(call, call.args[1]), ...royaltyFeesOf(call, call.args[2])]),
  },
];
