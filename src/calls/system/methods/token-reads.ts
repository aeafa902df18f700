import { VIEW_GAS } from '../gas.ts';
import type { Method } from '../method.ts';
import * as info from '../views/token-info.ts';
import * as token from '../views/token-views.ts';
import { expiry, FEES, fungibleInfo, KEY_VALUE, nftInfo, TOKEN_INFO, TOKEN_INFO_V2 } from './structures.ts';

const VIEW = { service: 'HTS', kind: 'read', inStatic: true, gas: () => VIEW_GAS } as const;
const ERC = { ...VIEW, via: 'redirect', group: 'token-views' } as const;
const DIRECT = { ...VIEW, via: 'direct', group: 'token-views' } as const;
const INFO = { ...VIEW, via: 'direct', group: 'token-info' } as const;
const [OLD, NEW] = [{ only: '0x167' }, { only: '0x16c' }] as const;

/** Methods of the token service that only read. */
export const TOKEN_READS: readonly Method[] = [
  { ...ERC, signature: 'allowance(address,address)', returns: '(uint256)', run: token.allowance },
  {
    ...DIRECT,
    signature: 'allowance(address,address,address)',
    returns: '(int64,uint256)',
    run: token.allowanceDirect,
  },
  { ...ERC, signature: 'balanceOf(address)', returns: '(int256)', run: token.balanceOf },
  { ...ERC, signature: 'decimals()', returns: '(uint8)', run: token.decimals },
  {
    ...DIRECT,
    signature: 'getApproved(address,uint256)',
    returns: '(int32,address)',
    run: token.getApprovedDirect,
  },
  { ...ERC, signature: 'getApproved(uint256)', returns: '(address)', run: token.getApproved },
  ...[
    { ...OLD, of: TOKEN_INFO },
    { ...NEW, of: TOKEN_INFO_V2 },
  ].flatMap(({ of, ...address }): Method[] => [
    {
      ...INFO,
      ...address,
      signature: 'getFungibleTokenInfo(address)',
      returns: `(int32,${fungibleInfo(of)})`,
      run: info.getFungibleTokenInfo,
    },
    {
      ...INFO,
      ...address,
      signature: 'getNonFungibleTokenInfo(address,int64)',
      returns: `(int32,${nftInfo(of)})`,
      run: info.getNonFungibleTokenInfo,
    },
    {
      ...INFO,
      ...address,
      signature: 'getTokenInfo(address)',
      returns: `(int32,${of})`,
      run: info.getTokenInfo,
    },
    {
      ...INFO,
      ...address,
      signature: 'getTokenKey(address,uint256)',
      returns: `(int32,${KEY_VALUE})`,
      run: info.getTokenKey,
    },
    {
      ...INFO,
      ...address,
      signature: 'getTokenType(address)',
      returns: '(int32,int32)',
      run: info.getTokenType,
    },
  ]),
  {
    ...INFO,
    signature: 'getTokenCustomFees(address)',
    returns: `(int32,${FEES})`,
    run: info.getTokenCustomFees,
  },
  {
    ...INFO,
    signature: 'getTokenDefaultFreezeStatus(address)',
    returns: '(int32,bool)',
    run: info.getTokenDefaultFreezeStatus,
  },
  {
    ...INFO,
    signature: 'getTokenDefaultKycStatus(address)',
    returns: '(int32,bool)',
    run: info.getTokenDefaultKycStatus,
  },
  {
    ...INFO,
    signature: 'getTokenExpiryInfo(address)',
    returns: `(int32,${expiry('int64')})`,
    run: info.getTokenExpiryInfo,
  },
  { ...ERC, signature: 'isApprovedForAll(address,address)', returns: '(bool)', run: token.isApprovedForAll },
  {
    ...DIRECT,
    signature: 'isApprovedForAll(address,address,address)',
    returns: '(int64,bool)',
    run: token.isApprovedForAllDirect,
  },
  { ...ERC, signature: 'isAssociated()', returns: '(bool)', run: token.isAssociated },
  { ...INFO, signature: 'isFrozen(address,address)', returns: '(int32,bool)', run: info.isFrozen },
  { ...INFO, signature: 'isKyc(address,address)', returns: '(int32,bool)', run: info.isKyc },
  { ...INFO, signature: 'isToken(address)', returns: '(int32,bool)', run: info.isToken },
  { ...ERC, signature: 'name()', returns: '(string)', run: token.name },
  { ...ERC, signature: 'ownerOf(uint256)', returns: '(address)', run: token.ownerOf },
  { ...ERC, signature: 'symbol()', returns: '(string)', run: token.symbol },
  { ...ERC, signature: 'tokenURI(uint256)', returns: '(string)', run: token.tokenUri },
  { ...ERC, signature: 'totalSupply()', returns: '(int256)', run: token.totalSupply },
];
