import { longZeroHex } from '@tain/ledger/evm-address';
import type { proto } from '@tain/protos/hapi';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { SCHEDULE_SERVICE, TOKEN_SERVICE, TOKEN_SERVICE_V2 } from '../../../src/calls/system/environment.ts';
import {
  fixedFees,
  fractionalFees,
  hederaToken,
  royaltyFees,
} from '../../../src/calls/system/methods/structures.ts';
import { big, hex, int } from './recorded.ts';

/** A call of the token service with the same effect as a transaction. */
export interface Call {
  readonly signature: string;
  readonly args: readonly AbiValue[];
  readonly at: string;
}

type Id = { accountNum?: unknown; tokenNum?: unknown } | null | undefined;
const ZERO = longZeroHex(0n);
const NOTHING = new Uint8Array();

/**
 * Converts transactions of the demo network to calls. Times are consensus times; accounts are named by their addresses
 * at that time.
 */
export class Calls {
  readonly #ledger: Ledger;
  readonly #at: bigint;
  readonly #payer: number;

  constructor(ledger: Ledger, at: bigint, payer: number) {
    this.#ledger = ledger;
    this.#at = at;
    this.#payer = payer;
  }

  address(num: number): string {
    const { evmAddress } = this.#ledger.accounts.at(num, this.#at - 1n) ?? {};
    return evmAddress ? hex(evmAddress) : longZeroHex(BigInt(num));
  }

  #account(id: Id): string {
    const num = int(id?.accountNum as never);
    return num === 0 ? ZERO : this.address(num);
  }

  #token(id: Id): string {
    return longZeroHex(big(id?.tokenNum as never));
  }

  /** Returns undefined for transactions without an equivalent call. */
  of(type: string, body: proto.ITransactionBody): Call | undefined {
    const call = (signature: string, args: readonly AbiValue[], at = TOKEN_SERVICE) => ({
      signature,
      args,
      at,
    });
    const flag = (name: string, of: { token?: Id; account?: Id } | null | undefined) =>
      call(`${name}(address,address)`, [this.#token(of?.token), this.#account(of?.account)]);
    const {
      tokenAssociate: joins,
      tokenDissociate: leaves,
      tokenMint: mint,
      tokenBurn: burn,
      tokenWipe: wipe,
    } = body;
    switch (type) {
      case 'tokenAirdrop':
        return call('airdropTokens((address,(address,int64,bool)[],(address,address,int64,bool)[])[])', [
          (body.tokenAirdrop?.tokenTransfers ?? []).map((list) => this.#moves(list)),
        ]);
      case 'cryptoTransfer':
        return this.#transfer(body.cryptoTransfer ?? {});
      case 'scheduleDelete':
        return call(
          'deleteSchedule(address)',
          [longZeroHex(big(body.scheduleDelete?.scheduleID?.scheduleNum))],
          SCHEDULE_SERVICE,
        );
      case 'tokenClaimAirdrop':
        return this.#pending('claimAirdrops', body.tokenClaimAirdrop?.pendingAirdrops ?? []);
      case 'tokenCancelAirdrop':
        return this.#pending('cancelAirdrops', body.tokenCancelAirdrop?.pendingAirdrops ?? []);
      case 'tokenReject':
        return this.#reject(body.tokenReject ?? {});
      case 'tokenUpdate':
        return this.#update(body.tokenUpdate ?? {});
      case 'tokenFeeScheduleUpdate':
        return this.#fees(body.tokenFeeScheduleUpdate ?? {});
      case 'tokenUpdateNfts': {
        const { token, serialNumbers, metadata } = body.tokenUpdateNfts ?? {};
        const args = [this.#token(token), (serialNumbers ?? []).map(big), metadata?.value ?? NOTHING];
        return call('updateNFTsMetadata(address,int64[],bytes)', args, TOKEN_SERVICE_V2);
      }
      case 'tokenAssociate':
        return call('associateTokens(address,address[])', [
          this.#account(joins?.account),
          (joins?.tokens ?? []).map((id) => this.#token(id)),
        ]);
      case 'tokenDissociate':
        return call('dissociateTokens(address,address[])', [
          this.#account(leaves?.account),
          (leaves?.tokens ?? []).map((id) => this.#token(id)),
        ]);
      case 'tokenMint':
        return call('mintToken(address,int64,bytes[])', [
          this.#token(mint?.token),
          big(mint?.amount),
          mint?.metadata ?? [],
        ]);
      case 'tokenBurn':
        return call('burnToken(address,int64,int64[])', [
          this.#token(burn?.token),
          big(burn?.amount),
          (burn?.serialNumbers ?? []).map(big),
        ]);
      case 'tokenWipe': {
        const whose = [this.#token(wipe?.token), this.#account(wipe?.account)];
        return wipe?.serialNumbers?.length
          ? call('wipeTokenAccountNFT(address,address,int64[])', [...whose, wipe.serialNumbers.map(big)])
          : call('wipeTokenAccount(address,address,int64)', [...whose, big(wipe?.amount)]);
      }
      case 'tokenFreeze':
        return flag('freezeToken', body.tokenFreeze);
      case 'tokenUnfreeze':
        return flag('unfreezeToken', body.tokenUnfreeze);
      case 'tokenGrantKyc':
        return flag('grantTokenKyc', body.tokenGrantKyc);
      case 'tokenRevokeKyc':
        return flag('revokeTokenKyc', body.tokenRevokeKyc);
      case 'tokenPause':
        return call('pauseToken(address)', [this.#token(body.tokenPause?.token)]);
      case 'tokenUnpause':
        return call('unpauseToken(address)', [this.#token(body.tokenUnpause?.token)]);
      case 'tokenDeletion':
        return call('deleteToken(address)', [this.#token(body.tokenDeletion?.token)]);
      default:
        return undefined;
    }
  }

  #moves(list: proto.ITokenTransferList): AbiValue[] {
    return [
      this.#token(list.token),
      (list.transfers ?? []).map((each) => [
        this.#account(each.accountID),
        big(each.amount),
        each.isApproval ?? false,
      ]),
      (list.nftTransfers ?? []).map((each) => [
        this.#account(each.senderAccountID),
        this.#account(each.receiverAccountID),
        big(each.serialNumber),
        each.isApproval ?? false,
      ]),
    ];
  }

  /** Converts transfers of tokens between existing accounts. A call has neither hooks nor decimals. */
  #transfer({ transfers, tokenTransfers }: proto.ICryptoTransferTransactionBody): Call | undefined {
    const lists = tokenTransfers ?? [];
    const amounts = [transfers?.accountAmounts ?? [], ...lists.map((list) => list.transfers ?? [])].flat();
    const nfts = lists.flatMap((list) => list.nftTransfers ?? []);
    const isPlain =
      amounts.every(
        (each) => !each.accountID?.alias?.length && !each.preTxAllowanceHook && !each.prePostTxAllowanceHook,
      ) &&
      nfts.every(
        (each) =>
          !each.receiverAccountID?.alias?.length &&
          !each.preTxSenderAllowanceHook &&
          !each.prePostTxSenderAllowanceHook,
      ) &&
      lists.every(({ expectedDecimals }) => !expectedDecimals);
    if (lists.length === 0 || !isPlain) return undefined;
    const hbars = (transfers?.accountAmounts ?? []).map((each) => [
      this.#account(each.accountID),
      big(each.amount),
      each.isApproval ?? false,
    ]);
    return {
      signature:
        'cryptoTransfer(((address,int64,bool)[]),(address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
      args: [[hbars], lists.map((list) => this.#moves(list))],
      at: TOKEN_SERVICE,
    };
  }

  #pending(name: string, ids: readonly proto.IPendingAirdropId[]): Call {
    const list = ids.map((id) => [
      this.#account(id.senderId),
      this.#account(id.receiverId),
      this.#token(id.fungibleTokenType ?? id.nonFungibleToken?.token_ID),
      big(id.nonFungibleToken?.serialNumber),
    ]);
    return { signature: `${name}((address,address,address,int64)[])`, args: [list], at: TOKEN_SERVICE };
  }

  #reject({ owner, rejections = [] }: proto.ITokenRejectTransactionBody): Call {
    const list = rejections ?? [];
    const units = list.flatMap(({ fungibleToken: id }) => (id ? [this.#token(id)] : []));
    const nfts = list.flatMap(({ nft }) => (nft ? [[this.#token(nft.token_ID), big(nft.serialNumber)]] : []));
    const from = owner ? this.#account(owner) : this.address(this.#payer);
    return {
      signature: 'rejectTokens(address,address[],(address,int64)[])',
      args: [from, units, nfts],
      at: TOKEN_SERVICE,
    };
  }

  /** Converts an update. A call cannot clear a field, and its keys are single ones. */
  #update(body: proto.ITokenUpdateTransactionBody): Call | undefined {
    const removesRenewer = body.autoRenewAccount && int(body.autoRenewAccount.accountNum) === 0;
    // The demo network allows later token expirations than the ledger.
    if (removesRenewer || body.expiry) return undefined;
    const keys: AbiValue[] = [];
    const fields = [
      'adminKey',
      'kycKey',
      'freezeKey',
      'wipeKey',
      'supplyKey',
      'feeScheduleKey',
      'pauseKey',
      'metadataKey',
    ] as const;
    for (const [bit, field] of fields.entries()) {
      const key = body[field];
      if (!key) continue;
      if (!key.ed25519?.length && !key.ECDSASecp256k1?.length) return undefined;
      keys.push([
        1n << BigInt(bit),
        [false, ZERO, key.ed25519 ?? NOTHING, key.ECDSASecp256k1 ?? NOTHING, ZERO],
      ]);
    }
    const info = [
      body.name ?? '',
      body.symbol ?? '',
      this.#account(body.treasury),
      body.memo?.value ?? '',
      false,
      0n,
      false,
      keys,
      [0n, this.#account(body.autoRenewAccount), big(body.autoRenewPeriod?.seconds)],
      body.metadata?.value ?? NOTHING,
    ];
    const signature = `updateTokenInfo(address,${hederaToken('int64', 'int64', true)})`;
    return { signature, args: [this.#token(body.token), info], at: TOKEN_SERVICE };
  }

  /** Converts custom fees. A call cannot exempt all collectors. */
  #fees({ tokenId, customFees }: proto.ITokenFeeScheduleUpdateTransactionBody): Call | undefined {
    const fees = customFees ?? [];
    if (fees.some(({ allCollectorsAreExempt: all }) => all)) return undefined;
    const token = this.#ledger.tokens.at(int(tokenId?.tokenNum), this.#at - 1n);
    const currency = (fee: proto.IFixedFee | null | undefined) =>
      fee?.denominatingTokenId ? this.#token(fee.denominatingTokenId) : ZERO;
    const fixed = fees.flatMap(({ fixedFee, feeCollectorAccountId: to }) =>
      fixedFee
        ? [
            [
              big(fixedFee.amount),
              currency(fixedFee),
              !fixedFee.denominatingTokenId,
              false,
              this.#account(to),
            ],
          ]
        : [],
    );
    const rest = fees.flatMap(({ fractionalFee: share, royaltyFee: royalty, feeCollectorAccountId: to }) => {
      if (share) {
        const { fractionalAmount: part } = share;
        const bounds = [big(share.minimumAmount), big(share.maximumAmount), share.netOfTransfers ?? false];
        return [[big(part?.numerator), big(part?.denominator), ...bounds, this.#account(to)]];
      }
      if (!royalty) return [];
      const { exchangeValueFraction: part, fallbackFee } = royalty;
      const fallback = [big(fallbackFee?.amount), currency(fallbackFee), Boolean(fallbackFee)];
      return [[big(part?.numerator), big(part?.denominator), ...fallback, this.#account(to)]];
    });
    const [name, of] = token?.nonFungible
      ? ['updateNonFungibleTokenCustomFees', royaltyFees('int64')]
      : ['updateFungibleTokenCustomFees', fractionalFees('int64')];
    return {
      signature: `${name}(address,${fixedFees('int64')},${of})`,
      args: [this.#token(tokenId), fixed, rest],
      at: TOKEN_SERVICE,
    };
  }
}
