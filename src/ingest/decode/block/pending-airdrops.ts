import { bigIntToLong, longToBigInt } from '@tain/ledger/long';
import { isSuccess } from '@tain/ledger/results';
import { TYPE } from '@tain/ledger/transaction-type';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type { AirdropGrowth } from '../item.ts';
import type { Backwards } from './backwards.ts';
import { airdropName, packedIdOf } from './state-keys.ts';
import type { StateField } from './state-value.ts';
import type { BlockTransaction } from './transactions.ts';

const PENDING: StateField<proto.AccountPendingAirdrop, 'pendingAirdropValue'> = {
  message: proto.AccountPendingAirdrop,
  name: 'pendingAirdropValue',
  number: 1,
};

export interface PendingAirdrops {
  readonly records: proto.IPendingAirdropRecord[];
  /** See `BlockFacts.airdropGrowth`. */
  readonly growth: readonly (AirdropGrowth | null)[];
}

export const NO_AIRDROPS: PendingAirdrops = { records: [], growth: [] };

/**
 * Returns the pending airdrops after a transaction: the requested transfers except those in its result. The amount of a
 * fungible one is the total pending between the two accounts, as in the state.
 */
export function pendingAirdrops(transaction: BlockTransaction, amounts: Backwards<bigint>): PendingAirdrops {
  if (!isSuccess(transaction.status)) return NO_AIRDROPS;
  if (transaction.type === TYPE.tokenCancelAirdrop || transaction.type === TYPE.tokenClaimAirdrop) {
    for (const id of endedAirdrops(transaction)) amounts.forgetBefore(airdropName(id));
  }
  if (transaction.type !== TYPE.tokenAirdrop) return NO_AIRDROPS;
  const body = proto.TransactionBody.decode(transaction.signed.bodyBytes).tokenAirdrop;
  const made = creditsInResult(transaction);
  const inState = transaction.state.nearest((own) => own.airdropIds()) ?? [];
  const found = (body?.tokenTransfers ?? []).flatMap((list) => [
    ...fungible(list, made, inState).map((airdrop) => withAmount(transaction, airdrop, amounts)),
    ...nonFungible(list, made, inState).map((id) => ({ record: { pendingAirdropId: id }, growth: null })),
  ]);
  return { records: found.map(({ record }) => record), growth: found.map(({ growth }) => growth) };
}

/** Returns the airdrops that the transaction ended. The state after it lacks their pending amounts. */
function endedAirdrops({ signed }: BlockTransaction): readonly proto.IPendingAirdropId[] {
  const { tokenCancelAirdrop, tokenClaimAirdrop } = proto.TransactionBody.decode(signed.bodyBytes);
  return (tokenCancelAirdrop ?? tokenClaimAirdrop)?.pendingAirdrops ?? [];
}

/** Returns the names of credits in the result: token and account, or token and serial number. */
function creditsInResult(transaction: BlockTransaction): ReadonlySet<string> {
  const made = new Set<string>();
  for (const bytes of stream.TransactionResult.decode(transaction.result).tokenTransferLists) {
    const list = proto.TokenTransferList.decode(bytes);
    const token = packedIdOf(list.token, list.token?.tokenNum);
    for (const { accountID, amount } of list.transfers) {
      if (longToBigInt(amount) > 0n) made.add(`${token}/${packedIdOf(accountID, accountID?.accountNum)}`);
    }
    for (const { serialNumber } of list.nftTransfers) made.add(`${token}#${longToBigInt(serialNumber)}`);
  }
  return made;
}

interface Requested {
  readonly id: proto.IPendingAirdropId;
  readonly amount: bigint;
}

function fungible(
  { token, transfers }: proto.ITokenTransferList,
  made: ReadonlySet<string>,
  inState: readonly proto.IPendingAirdropId[],
): Requested[] {
  const entries = (transfers ?? []).map((entry) => ({ ...entry, units: longToBigInt(entry.amount) }));
  const sender = entries.find(({ units }) => units < 0n)?.accountID;
  return entries
    .filter(({ units }) => units > 0n)
    .map(({ accountID, units }) => {
      const id = {
        senderId: sender ?? null,
        receiverId: accountID ?? null,
        fungibleTokenType: token ?? null,
      };
      return { id: resolved(id, inState), amount: units };
    })
    .filter(({ id: { receiverId } }) => {
      return !made.has(
        `${packedIdOf(token, token?.tokenNum)}/${packedIdOf(receiverId, receiverId?.accountNum)}`,
      );
    });
}

function nonFungible(
  { token, nftTransfers }: proto.ITokenTransferList,
  made: ReadonlySet<string>,
  inState: readonly proto.IPendingAirdropId[],
): proto.IPendingAirdropId[] {
  return (nftTransfers ?? [])
    .filter(
      ({ serialNumber }) => !made.has(`${packedIdOf(token, token?.tokenNum)}#${longToBigInt(serialNumber)}`),
    )
    .map(({ senderAccountID, receiverAccountID, serialNumber }) => {
      const nonFungibleToken = { token_ID: token ?? null, serialNumber: serialNumber ?? null };
      const [senderId, receiverId] = [senderAccountID ?? null, receiverAccountID ?? null];
      return resolved({ senderId, receiverId, nonFungibleToken }, inState);
    });
}

/**
 * Replaces an alias in an id of the body by the account number that the state has. Returns the id unchanged unless
 * exactly one airdrop of the state matches its other parts.
 */
function resolved(
  id: proto.IPendingAirdropId,
  inState: readonly proto.IPendingAirdropId[],
): proto.IPendingAirdropId {
  if (!id.receiverId?.alias?.length && !id.senderId?.alias?.length) return id;
  const fits = inState.filter((pending) => {
    const senderId = id.senderId?.alias?.length ? id.senderId : pending.senderId;
    const receiverId = id.receiverId?.alias?.length ? id.receiverId : pending.receiverId;
    const other = { ...pending, senderId: senderId ?? null, receiverId: receiverId ?? null };
    return airdropName(other) === airdropName(id);
  });
  const [only] = fits;
  return only && fits.length === 1 ? only : id;
}

function withAmount(
  { state }: BlockTransaction,
  { id, amount }: Requested,
  amounts: Backwards<bigint>,
): { readonly record: proto.IPendingAirdropRecord; readonly growth: AirdropGrowth | null } {
  const name = airdropName(id);
  const pending = amounts.after(state, name, (own) => {
    const value = own.airdrop(name)?.field(PENDING);
    return value === undefined ? null : longToBigInt(value?.amount);
  });
  if (pending === null) {
    const existed = state.nearest((own) => own.airdrop(name))?.existed ?? false;
    return { record: { pendingAirdropId: id }, growth: { by: amount, existed } };
  }
  amounts.setBefore(name, pending - amount);
  const pendingAirdropValue = { amount: bigIntToLong(pending) };
  return { record: { pendingAirdropId: id, pendingAirdropValue }, growth: null };
}
