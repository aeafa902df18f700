import type { proto } from '@tain/protos/hapi';
import type { KeySpec, Token } from '../ledger/entities.ts';
import { numOf } from '../ledger/ids.ts';
import { keyMessage } from '../ledger/key-message.ts';
import { nftKey } from '../ledger/ledger.ts';
import { Status } from '../ledger/status.ts';
import type { AbiValue } from './abi.ts';
import type { ServiceCall, ServiceMethod, View } from './service-method.ts';
import {
  expiryType,
  fixedFeesType,
  fractionalFeesType,
  KEY_BITS,
  royaltyFeesType,
  tokenType,
} from './token-structures.ts';

/** Read-only methods of the token service. The token is the first argument. */

const SUCCESS = BigInt(Status.SUCCESS);
const SECOND = 1_000_000_000n;
const NO_BYTES = new Uint8Array();
const KEY_VALUE = '(bool,address,bytes,bytes,address)';
const FEES = `${fixedFeesType('uint32')},${fractionalFeesType('uint32')},${royaltyFeesType('uint32')}`;
const INFO = `(${tokenType('int64', 'uint32')},int64,bool,bool,bool,${FEES},string)`;
/** Ledger id of this network, as hex text. */
const LEDGER_ID = Buffer.from('0x03');

const flag = (holds: boolean | undefined): bigint => (holds ? 1n : 0n);

/**
 * Wraps a read of a token, which may be deleted. If the token does not exist, a static call reverts, and any other call
 * returns the status and empty values.
 */
function ofToken(
  empty: readonly AbiValue[],
  view: (token: Readonly<Token>, call: ServiceCall) => readonly AbiValue[] | Status,
) {
  return (call: ServiceCall): View => {
    const token = call.x.ledger.tokens.get(call.token(call.args[0]));
    const seen = token === undefined ? Status.INVALID_TOKEN_ID : view(token, call);
    if (typeof seen !== 'number') return [SUCCESS, ...seen];
    return call.dispatch.call.isStatic ? seen : [BigInt(seen), ...empty];
  };
}

function keyTuple(call: ServiceCall, spec: KeySpec | null): AbiValue {
  const key = spec === null ? undefined : keyMessage(call.x.ledger.keys, spec);
  const contract = (id: proto.IContractID | null | undefined): bigint =>
    call.addressOf(numOf(id?.contractNum));
  return [
    0n,
    contract(key?.contractID),
    key?.ed25519 ?? NO_BYTES,
    key?.ECDSASecp256k1 ?? NO_BYTES,
    contract(key?.delegatableContractId),
  ];
}

const NO_KEY: AbiValue = [0n, 0n, NO_BYTES, NO_BYTES, 0n];
const NO_EXPIRY: AbiValue = [0n, 0n, 0n];

/** Returns the expiry of a token. The renewal period counts from the creation, unless an expiry is set. */
function expiryTuple(call: ServiceCall, token: Readonly<Token>): AbiValue {
  const period = BigInt(token.autoRenewPeriod ?? 0);
  const second = token.expiration === null ? token.createdAt / SECOND + period : token.expiration / SECOND;
  return [second, call.addressOf(token.autoRenewAccount), period];
}

function feeTuples(call: ServiceCall, token: Readonly<Token>): readonly AbiValue[] {
  return [
    token.fixedFees.map(({ amount, token: of, collector }) => [
      amount,
      BigInt(of),
      flag(of === 0),
      0n,
      call.addressOf(collector),
    ]),
    token.fractionalFees.map(({ numerator, denominator, minimum, maximum, netOfTransfers, collector }) => [
      BigInt(numerator),
      BigInt(denominator),
      minimum,
      maximum,
      flag(netOfTransfers),
      call.addressOf(collector),
    ]),
    token.royaltyFees.map(({ numerator, denominator, fallback, fallbackToken = 0, collector }) => [
      BigInt(numerator),
      BigInt(denominator),
      fallback,
      BigInt(fallbackToken),
      flag(fallback > 0n && fallbackToken === 0),
      call.addressOf(collector),
    ]),
  ];
}

function infoTuple(call: ServiceCall, token: Readonly<Token>): AbiValue {
  const keys = KEY_BITS.filter(([name]) => name !== 'metadataKey');
  const text = (value: string): Uint8Array => Buffer.from(value);
  return [
    [
      text(token.name),
      text(token.symbol),
      call.addressOf(token.treasury),
      text(token.memo),
      flag(token.maxSupply > 0n),
      token.maxSupply,
      flag(token.freezeDefault),
      keys.map(([name, bit]) => [bit, keyTuple(call, token[name])]),
      expiryTuple(call, token),
    ],
    token.totalSupply,
    flag(token.deleted),
    flag(token.kycKey === null),
    flag(token.paused),
    ...feeTuples(call, token),
    LEDGER_ID,
  ];
}

/** Structure that is returned for a missing token. */
const NO_INFO: AbiValue = [
  [NO_BYTES, NO_BYTES, 0n, NO_BYTES, 0n, 0n, 0n, [], NO_EXPIRY],
  0n,
  0n,
  0n,
  0n,
  [],
  [],
  [],
  NO_BYTES,
];

const relationView = (view: (call: ServiceCall, token: Readonly<Token>, account: number) => boolean) =>
  ofToken([0n], (token, call) => {
    const account = call.account(call.args[1]);
    return account === 0 ? Status.INVALID_ACCOUNT_ID : [flag(view(call, token, account))];
  });

export const TOKEN_VIEWS: readonly ServiceMethod[] = [
  {
    signature: 'allowance(address,address,address)',
    returns: '(int64,uint256)',
    view: ofToken([0n], (token, call) => {
      const owner = call.account(call.args[1]);
      if (owner === 0) return Status.INVALID_ALLOWANCE_OWNER_ID;
      const key = `${owner}:${call.account(call.args[2])}:${token.num}`;
      return [call.x.ledger.tokenAllowances.get(key)?.amount ?? 0n];
    }),
  },
  {
    signature: 'getApproved(address,uint256)',
    returns: '(int32,address)',
    view: ofToken([0n], (token, call) => {
      const nft = call.nft(token.num, call.number(call.args[1]));
      return nft ? [call.addressOf(nft.spender)] : Status.INVALID_TOKEN_NFT_SERIAL_NUMBER;
    }),
  },
  {
    signature: 'isApprovedForAll(address,address,address)',
    returns: '(int64,bool)',
    view: ofToken([0n], (token, call) => {
      const key = `${call.account(call.args[1])}:${call.account(call.args[2])}:${token.num}`;
      return [flag(call.x.ledger.nftAllowances.get(key)?.approvedForAll)];
    }),
  },
  {
    signature: 'isFrozen(address,address)',
    returns: '(int32,bool)',
    view: relationView(({ x }, { num }, account) => x.ledger.relation(account, num)?.frozen ?? false),
  },
  {
    signature: 'isKyc(address,address)',
    returns: '(int32,bool)',
    view: relationView(({ x }, { num }, account) => x.ledger.relation(account, num)?.kyc ?? false),
  },
  {
    signature: 'getTokenType(address)',
    returns: '(int32,int32)',
    view: ofToken([0n], ({ nonFungible }) => [flag(nonFungible)]),
  },
  {
    signature: 'getTokenDefaultFreezeStatus(address)',
    returns: '(int32,bool)',
    view: ofToken([0n], ({ freezeDefault }) => [flag(freezeDefault)]),
  },
  {
    signature: 'getTokenDefaultKycStatus(address)',
    returns: '(int32,bool)',
    view: ofToken([0n], ({ kycKey }) => [flag(kycKey === null)]),
  },
  {
    signature: 'getTokenExpiryInfo(address)',
    returns: `(int32,${expiryType('int64')})`,
    view: ofToken([NO_EXPIRY], (token, call) => [expiryTuple(call, token)]),
  },
  {
    signature: 'getTokenKey(address,uint256)',
    returns: `(int32,${KEY_VALUE})`,
    view: ofToken([NO_KEY], (token, call) => {
      const bit = call.number(call.args[1]);
      const [name] = KEY_BITS.find(([key, of]) => of === bit && key !== 'metadataKey') ?? [];
      return name && token[name] ? [keyTuple(call, token[name])] : Status.KEY_NOT_PROVIDED;
    }),
  },
  {
    signature: 'getTokenCustomFees(address)',
    returns: `(int32,${FEES})`,
    view: ofToken([[], [], []], (token, call) => feeTuples(call, token)),
  },
  {
    signature: 'getTokenInfo(address)',
    returns: `(int32,${INFO})`,
    view: ofToken([NO_INFO], (token, call) => [infoTuple(call, token)]),
  },
  {
    signature: 'getFungibleTokenInfo(address)',
    returns: `(int32,(${INFO},int32))`,
    view: ofToken([[NO_INFO, 0n]], (token, call) => [[infoTuple(call, token), BigInt(token.decimals)]]),
  },
  {
    signature: 'getNonFungibleTokenInfo(address,int64)',
    returns: `(int32,(${INFO},int64,address,int64,bytes,address))`,
    view: ofToken([[NO_INFO, 0n, 0n, 0n, NO_BYTES, 0n]], (token, call) => {
      const serial = call.number(call.args[1]);
      const nft = call.nft(token.num, serial);
      if (nft === undefined) return Status.INVALID_NFT_ID;
      const created = call.x.ledger.nfts.need(nftKey(token.num, Number(serial))).createdAt / SECOND;
      return [
        [
          infoTuple(call, token),
          serial,
          call.addressOf(nft.owner),
          created,
          nft.metadata,
          call.addressOf(nft.spender),
        ],
      ];
    }),
  },
];
