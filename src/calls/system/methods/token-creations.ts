import { CREATE_GAS } from '../gas.ts';
import type { Method } from '../method.ts';
import { createFungible, createNonFungible } from '../writes/token-create.ts';
import { fixedFees, fractionalFees, hederaToken, royaltyFees } from './structures.ts';

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
