import type { proto } from '@tain/protos/hapi';
import type { Ledger } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountKey, tokenNumber } from '../ledger/named.ts';
import type { Units } from '../ledger/simple-fees.ts';
import { MAX_GAS } from '../programs/execute.ts';
import type { Fee } from './kind.ts';

/**
 * Units of fees that several types count, as in the consensus node's fee calculators (`*FeeCalculator`).
 */

type MaybeKey = proto.IKey | null | undefined;

/** Fee of transfers; an airdrop has it, too. */
export const TRANSFER_FEE: Fee = { of: 'CryptoTransfer', units: transferUnits };

/** Returns the length of a list or of bytes; 0 without it. */
export function sizeOf(list: { readonly length: number } | null | undefined): number {
  return list?.length ?? 0;
}

/** Counts the Ed25519 and ECDSA keys in structures of keys. Nested lists count by their keys. */
export function countKeys(...keys: readonly MaybeKey[]): number {
  let count = 0;
  const left = [...keys];
  while (left.length > 0) {
    const key = left.pop();
    if (key?.ed25519 || key?.ECDSASecp256k1) count++;
    for (const inner of key?.keyList?.keys ?? key?.thresholdKey?.keys?.keys ?? []) left.push(inner);
  }
  return count;
}

/** Counts keys and hooks in the body that creates or updates an account or a contract with a key. */
export function keysAndHooks(
  key: MaybeKey,
  hooks:
    | Pick<proto.IContractUpdateTransactionBody, 'hookCreationDetails' | 'hookIdsToDelete'>
    | null
    | undefined,
): Units {
  const { hookCreationDetails, hookIdsToDelete } = hooks ?? {};
  return { keys: countKeys(key), hookUpdates: sizeOf(hookCreationDetails) + sizeOf(hookIdsToDelete) };
}

/** Counts the keys in the body of a token's creation or update. */
export function tokenKeys(
  op: proto.ITokenCreateTransactionBody | proto.ITokenUpdateTransactionBody | null | undefined,
): number {
  const { adminKey, feeScheduleKey, freezeKey, kycKey, metadataKey, pauseKey, supplyKey, wipeKey } = op ?? {};
  return countKeys(adminKey, feeScheduleKey, freezeKey, kycKey, metadataKey, pauseKey, supplyKey, wipeKey);
}

/** Counts accounts, tokens, hook calls and their gas limits in a transfer or an airdrop. */
function transferUnits({ cryptoTransfer, tokenAirdrop }: proto.ITransactionBody, { tokens }: Ledger): Units {
  const lists = cryptoTransfer?.tokenTransfers ?? tokenAirdrop?.tokenTransfers ?? [];
  const accounts = new Set<string>();
  let [tokenTypes, hookExecution, gas] = [0, 0, 0n];
  const addHook = (call: proto.IHookCall | null | undefined, times: number): void => {
    if (!call) return;
    const limit = BigInt.asUintN(64, longToBigInt(call.evmHookCall?.gasLimit));
    hookExecution += times;
    gas += BigInt(times) * (limit > MAX_GAS ? BigInt(MAX_GAS) : limit);
  };
  const addAmounts = (amounts: readonly proto.IAccountAmount[] | null | undefined): void => {
    for (const { accountID, preTxAllowanceHook, prePostTxAllowanceHook } of amounts ?? []) {
      accounts.add(accountKey(accountID));
      addHook(preTxAllowanceHook, 1);
      addHook(prePostTxAllowanceHook, 2);
    }
  };
  addAmounts(cryptoTransfer?.transfers?.accountAmounts);
  let hasFees = false;
  for (const { token, transfers, nftTransfers } of lists) {
    addAmounts(transfers);
    for (const nft of nftTransfers ?? []) {
      accounts.add(accountKey(nft.senderAccountID)).add(accountKey(nft.receiverAccountID));
      addHook(nft.preTxSenderAllowanceHook, 1);
      addHook(nft.prePostTxSenderAllowanceHook, 2);
      addHook(nft.preTxReceiverAllowanceHook, 1);
      addHook(nft.prePostTxReceiverAllowanceHook, 2);
    }
    const row = tokens.get(tokenNumber(token));
    tokenTypes += (transfers?.length && !row?.nonFungible ? 1 : 0) + sizeOf(nftTransfers);
    hasFees ||= sizeOf(row?.fixedFees) + sizeOf(row?.fractionalFees) + sizeOf(row?.royaltyFees) > 0;
  }
  return {
    accounts: accounts.size,
    tokenTypes,
    hookExecution,
    gas,
    ...(lists.length > 0 && { [hasFees ? 'transferBaseCustomFees' : 'transferBase']: 1 }),
  };
}
