import { gasOfPrice, PRICE } from '../gas.ts';
import type { Method } from '../method.ts';
import * as approvals from '../writes/approvals.ts';
import * as associations from '../writes/associations.ts';
import * as supply from '../writes/supply.ts';
import * as status from '../writes/token-status.ts';
import * as request from '../writes/transfer-request.ts';
import { ercTransferBy, transferBy, transferGasBy } from '../writes/transfers.ts';

const WRITE = { service: 'HTS', kind: 'write', inStatic: false, via: 'direct' } as const;
const REDIRECT = { ...WRITE, via: 'redirect' } as const;
const FUNGIBLE = { tokenType: 'FUNGIBLE_COMMON' } as const;
const NFT = { tokenType: 'NON_FUNGIBLE_UNIQUE' } as const;

const APPROVAL = { gas: () => gasOfPrice(PRICE.approval), group: 'approvals' } as const;
const CHANGE = { gas: () => gasOfPrice(PRICE.tokenChange) } as const;
const RELATION = { gas: () => gasOfPrice(PRICE.relation), group: 'associations' } as const;
const STATUS = { ...WRITE, ...CHANGE, returns: '(int64)', group: 'token-status' } as const;
const SUPPLY = { ...WRITE, group: 'supply' } as const;
const WIPE = { ...SUPPLY, ...CHANGE, returns: '(int256)' } as const;

/** Declares a transfer with its gas, both derived from its request. */
const erc = (of: request.RequestOf) =>
  ({ ...REDIRECT, gas: transferGasBy(of), run: ercTransferBy(of), group: 'transfers' }) as const;
const direct = (of: request.RequestOf, hasLogs = false) =>
  ({
    ...WRITE,
    returns: '(int64)',
    gas: transferGasBy(of),
    run: transferBy(of, hasLogs),
    group: 'transfers',
  }) as const;

/** Methods of the token service that change the ledger. */
export const TOKEN_WRITES: readonly Method[] = [
  {
    ...WRITE,
    ...APPROVAL,
    signature: 'approve(address,address,uint256)',
    returns: '(int32,bool)',
    run: approvals.approveDirect,
  },
  {
    ...REDIRECT,
    ...APPROVAL,
    ...FUNGIBLE,
    signature: 'approve(address,uint256)',
    returns: '(bool)',
    run: approvals.approve,
  },
  {
    ...REDIRECT,
    ...APPROVAL,
    ...NFT,
    signature: 'approve(address,uint256)',
    returns: '()',
    run: approvals.approve,
  },
  {
    ...WRITE,
    ...APPROVAL,
    signature: 'approveNFT(address,address,uint256)',
    returns: '(int64)',
    run: approvals.approveNftDirect,
  },
  {
    ...WRITE,
    ...APPROVAL,
    signature: 'setApprovalForAll(address,address,bool)',
    returns: '(int256)',
    run: approvals.setApprovalForAllDirect,
  },
  {
    ...REDIRECT,
    ...APPROVAL,
    signature: 'setApprovalForAll(address,bool)',
    returns: '(int256)',
    run: approvals.setApprovalForAll,
  },
  {
    ...REDIRECT,
    ...RELATION,
    signature: 'associate()',
    returns: '(int256)',
    run: associations.associateSender,
  },
  {
    ...WRITE,
    ...RELATION,
    signature: 'associateToken(address,address)',
    returns: '(int64)',
    run: associations.associateOne,
  },
  {
    ...WRITE,
    ...RELATION,
    signature: 'associateTokens(address,address[])',
    returns: '(int64)',
    gas: associations.associateGas,
    run: associations.associateMany,
  },
  {
    ...REDIRECT,
    ...RELATION,
    signature: 'dissociate()',
    returns: '(int256)',
    run: associations.dissociateSender,
  },
  {
    ...WRITE,
    ...RELATION,
    signature: 'dissociateToken(address,address)',
    returns: '(int64)',
    run: associations.dissociateOne,
  },
  {
    ...WRITE,
    ...RELATION,
    signature: 'dissociateTokens(address,address[])',
    returns: '(int64)',
    run: associations.dissociateMany,
  },
  ...['int64', 'uint64'].flatMap((amount): Method[] => [
    {
      ...SUPPLY,
      ...CHANGE,
      signature: `burnToken(address,${amount},int64[])`,
      returns: '(int64,int64)',
      run: supply.burn,
    },
    {
      ...SUPPLY,
      signature: `mintToken(address,${amount},bytes[])`,
      returns: '(int64,int64,int64[])',
      gas: supply.mintGas,
      run: supply.mint,
    },
  ]),
  { ...WIPE, signature: 'wipeTokenAccount(address,address,int64)', run: supply.wipeUnits },
  { ...WIPE, signature: 'wipeTokenAccount(address,address,uint32)', run: supply.wipeUnits },
  { ...WIPE, signature: 'wipeTokenAccountNFT(address,address,int64[])', run: supply.wipeNfts },
  { ...STATUS, signature: 'deleteToken(address)', returns: '(int256)', run: status.deleteToken },
  { ...STATUS, signature: 'freezeToken(address,address)', run: status.freeze },
  { ...STATUS, signature: 'unfreezeToken(address,address)', run: status.unfreeze },
  { ...STATUS, signature: 'grantTokenKyc(address,address)', run: status.grantKyc },
  { ...STATUS, signature: 'revokeTokenKyc(address,address)', run: status.revokeKyc },
  { ...STATUS, signature: 'pauseToken(address)', run: status.pause },
  { ...STATUS, signature: 'unpauseToken(address)', run: status.unpause },
  { ...erc(request.ercTransfer), signature: 'transfer(address,uint256)', returns: '(bool)' },
  {
    ...erc(request.ercTransferFrom),
    ...FUNGIBLE,
    signature: 'transferFrom(address,address,uint256)',
    returns: '(bool)',
  },
  {
    ...erc(request.ercTransferFrom),
    ...NFT,
    signature: 'transferFrom(address,address,uint256)',
    returns: '()',
  },
  { ...direct(request.transferFrom, true), signature: 'transferFrom(address,address,address,uint256)' },
  { ...direct(request.transferFromNft, true), signature: 'transferFromNFT(address,address,address,uint256)' },
  { ...direct(request.transferNft), signature: 'transferNFT(address,address,address,int64)' },
  { ...direct(request.transferNfts), signature: 'transferNFTs(address,address[],address[],int64[])' },
  { ...direct(request.transferToken), signature: 'transferToken(address,address,address,int64)' },
  { ...direct(request.transferTokens), signature: 'transferTokens(address,address[],int64[])' },
  {
    ...direct(request.cryptoTransferTokens),
    signature: 'cryptoTransfer((address,(address,int64)[],(address,address,int64)[])[])',
  },
  {
    ...direct(request.cryptoTransferAll),
    signature:
      'cryptoTransfer(((address,int64,bool)[]),(address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
  },
];
