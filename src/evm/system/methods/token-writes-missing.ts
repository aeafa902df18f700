import type { Method } from '../method.ts';
import { expiry, fixedFees, fractionalFees, hederaToken, royaltyFees, TOKEN_KEYS } from './structures.ts';

const WRITE = { service: 'HTS', kind: 'write', via: 'direct', inStatic: false } as const;
const CODE = { ...WRITE, returns: '(int64)' } as const;
const INT = { ...WRITE, returns: '(int256)' } as const;
const REDIRECT = { ...CODE, via: 'redirect' } as const;
const PENDING = '(address,address,address,int64)[]';

/** Methods of the token service that are not simulated yet. */
export const TOKEN_WRITES_MISSING: readonly Method[] = [
  {
    ...WRITE,
    signature: 'airdropTokens((address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
    returns: '(int32)',
  },
  { ...REDIRECT, signature: 'cancelAirdropFT(address)' },
  { ...REDIRECT, signature: 'cancelAirdropNFT(address,int64)' },
  { ...CODE, signature: `cancelAirdrops(${PENDING})` },
  { ...REDIRECT, signature: 'claimAirdropFT(address)' },
  { ...REDIRECT, signature: 'claimAirdropNFT(address,int64)' },
  { ...CODE, signature: `claimAirdrops(${PENDING})` },
  { ...REDIRECT, signature: 'rejectTokenFT()' },
  { ...REDIRECT, signature: 'rejectTokenNFTs(int64[])' },
  { ...CODE, signature: 'rejectTokens(address,address[],(address,int64)[])' },
  {
    ...INT,
    signature: `updateFungibleTokenCustomFees(address,${fixedFees('int64')},${fractionalFees('int64')})`,
  },
  {
    ...INT,
    signature: `updateNonFungibleTokenCustomFees(address,${fixedFees('int64')},${royaltyFees('int64')})`,
  },
  { ...INT, signature: 'updateNFTsMetadata(address,int64[],bytes)', only: '0x16c' },
  { ...INT, signature: `updateTokenExpiryInfo(address,${expiry('int64')})` },
  { ...INT, signature: `updateTokenExpiryInfo(address,${expiry('uint32')})` },
  { ...INT, signature: `updateTokenInfo(address,${hederaToken('int64', 'int64')})` },
  { ...INT, signature: `updateTokenInfo(address,${hederaToken('int64', 'int64', true)})` },
  { ...INT, signature: `updateTokenInfo(address,${hederaToken('int64', 'uint32')})` },
  { ...INT, signature: `updateTokenInfo(address,${hederaToken('uint32', 'uint32')})` },
  { ...INT, signature: `updateTokenKeys(address,${TOKEN_KEYS})`, only: '0x167' },
  { ...INT, signature: `updateTokenKeys(address,${TOKEN_KEYS})`, only: '0x16c' },
];
