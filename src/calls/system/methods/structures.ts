import { CREATE_GAS } from '../gas.ts';
import type { Method } from '../method.ts';
import { createFungible, createNonFungible } from '../writes/token-create.ts';

/** Structures of the services' Solidity interfaces, as types of the ABI. */

export const KEY_VALUE = '(bool,address,bytes,bytes,address)';
export const TOKEN_KEYS = `(uint256,${KEY_VALUE})[]`;

/** Returns `Expiry`, by the type of its seconds. */
export const expiry = (seconds: 'int64' | 'uint32') => `(${seconds},address,${seconds})`;

/** Returns `HederaToken`, by the types of its supply and its expiry; the newest one has metadata. */
export const hederaToken = (supply: 'int64' | 'uint32', seconds: 'int64' | 'uint32', withMetadata = false) =>
  `(string,string,address,string,bool,${supply},bool,${TOKEN_KEYS},${expiry(seconds)}${withMetadata ? ',bytes' : ''})`;

export const fixedFees = (amount: 'int64' | 'uint32') => `(${amount},address,bool,bool,address)[]`;
export const fractionalFees = (n: 'int64' | 'uint32') => `(${n},${n},${n},${n},bool,address)[]`;
export const royaltyFees = (n: 'int64' | 'uint32') => `(${n},${n},${n},address,bool,address)[]`;

/** Returned form of custom fees. */
export const FEES = `${fixedFees('uint32')},${fractionalFees('uint32')},${royaltyFees('uint32')}`;

const info = (token: string) => `(${token},int64,bool,bool,bool,${FEES},string)`;

export const TOKEN_INFO = info(hederaToken('int64', 'uint32'));
/** Structure of the newer address, with metadata. */
export const TOKEN_INFO_V2 = info(hederaToken('int64', 'int64', true));

export const fungibleInfo = (tokenInfo: string) => `(${tokenInfo},int32)`;
export const nftInfo = (tokenInfo: string) => `(${tokenInfo},int64,address,int64,bytes,address)`;

const CREATION = {
  service: 'HTS',
  kind: 'write',
  via: 'direct',
  returns: '(int64,address)',
  inStatic: false,
  gas: () => CREATE_GAS,
  group: 'token-create',
} as const;

/**
 * The four versions of the structures, oldest first: types of supply, decimals and seconds; the newest has metadata.
 */
const SHAPES = [
  { token: hederaToken('uint32', 'uint32'), supply: 'uint256,uint256', amount: 'uint32' },
  { token: hederaToken('int64', 'uint32'), supply: 'uint64,uint32', amount: 'uint32' },
  { token: hederaToken('int64', 'int64'), supply: 'int64,int32', amount: 'int64' },
  { token: hederaToken('int64', 'int64', true), supply: 'int64,int32', amount: 'int64', only: '0x16c' },
] as const;

/** Methods that create tokens. */
export const TOKEN_CREATIONS: readonly Method[] = SHAPES.flatMap(({ token, supply, amount, ...rest }) => {
  const base = { ...CREATION, ...rest };
  const [fixed, fractional, royalty] = [fixedFees(amount), fractionalFees(amount), royaltyFees(amount)];
  return [
    { ...base, signature: `createFungibleToken(${token},${supply})`, run: createFungible },
    {
      ...base,
      signature: `createFungibleTokenWithCustomFees(${token},${supply},${fixed},${fractional})`,
      run: createFungible,
    },
    { ...base, signature: `createNonFungibleToken(${token})`, run: createNonFungible },
    {
      ...base,
      signature: `createNonFungibleTokenWithCustomFees(${token},${fixed},${royalty})`,
      run: createNonFungible,
    },
  ];
});
