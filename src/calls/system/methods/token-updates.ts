import { gasOfPrice, PRICE } from '../gas.ts';
import type { Method } from '../method.ts';
import { updateFungibleFees, updateNonFungibleFees } from '../writes/token-fees-update.ts';
import { updateNftsMetadata } from '../writes/token-texts.ts';
import { updateExpiry, updateKeys, updateTokenInfo } from '../writes/token-update.ts';
import { expiry, fixedFees, fractionalFees, hederaToken, royaltyFees, TOKEN_KEYS } from './structures.ts';

const UPDATE = {
  service: 'HTS',
  kind: 'write',
  via: 'direct',
  inStatic: false,
  returns: '(int256)',
  gas: () => gasOfPrice(PRICE.tokenChange),
  group: 'token-update',
} as const;
const FEES = { ...UPDATE, group: 'token-fees-update' } as const;
const [OLD, NEW] = [{ only: '0x167' }, { only: '0x16c' }] as const;

/** Versions of `HederaToken` for an update. */
const SHAPES = [
  hederaToken('int64', 'int64'),
  hederaToken('int64', 'int64', true),
  hederaToken('int64', 'uint32'),
  hederaToken('uint32', 'uint32'),
];

/** Updates of a token's info, which can be scheduled as well. */
export const TOKEN_INFO_UPDATES = SHAPES.map(
  (token): Method => ({ ...UPDATE, signature: `updateTokenInfo(address,${token})`, run: updateTokenInfo }),
);

/** Methods that change properties of a token: its info, keys, expiry, fees, and metadata of NFTs. */
export const TOKEN_UPDATES: readonly Method[] = [
  {
    ...FEES,
    signature: `updateFungibleTokenCustomFees(address,${fixedFees('int64')},${fractionalFees('int64')})`,
    run: updateFungibleFees,
  },
  {
    ...FEES,
    signature: `updateNonFungibleTokenCustomFees(address,${fixedFees('int64')},${royaltyFees('int64')})`,
    run: updateNonFungibleFees,
  },
  { ...UPDATE, ...NEW, signature: 'updateNFTsMetadata(address,int64[],bytes)', run: updateNftsMetadata },
  { ...UPDATE, signature: `updateTokenExpiryInfo(address,${expiry('int64')})`, run: updateExpiry },
  { ...UPDATE, signature: `updateTokenExpiryInfo(address,${expiry('uint32')})`, run: updateExpiry },
  ...TOKEN_INFO_UPDATES,
  { ...UPDATE, ...OLD, signature: `updateTokenKeys(address,${TOKEN_KEYS})`, run: updateKeys(false) },
  { ...UPDATE, ...NEW, signature: `updateTokenKeys(address,${TOKEN_KEYS})`, run: updateKeys(true) },
];
