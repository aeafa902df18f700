import { bigIntToLong, type LongLike, longToBigInt } from '@tain/ledger/long';
import { isSuccess } from '@tain/ledger/results';
import { TYPE } from '@tain/ledger/transaction-type';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type { Backwards } from './backwards.ts';
import { numberOf } from './state-keys.ts';
import type { Field } from './state-value.ts';
import type { BlockTransaction } from './transactions.ts';

interface Change {
  readonly token?: proto.ITokenID | null;
  readonly amount?: LongLike | null;
  readonly serialNumbers?: readonly LongLike[] | null;
}

const TOTAL_SUPPLY: Field<proto.Token, 'totalSupply'> = {
  message: proto.Token,
  name: 'totalSupply',
  number: 5,
};

/** Returns the supply after a mint, burn or wipe, and the minted serial numbers. */
export function tokenSupply(
  transaction: BlockTransaction,
  supplies: Backwards<bigint>,
): proto.ITransactionReceipt {
  if (!changesSupply(transaction.type) || !isSuccess(transaction.status)) return {};
  const body = proto.TransactionBody.decode(transaction.signed.bodyBytes);
  const mint = body.tokenMint;
  const removal: Change | null | undefined = body.tokenBurn ?? body.tokenWipe;
  const id = mint ? mint.token : removal?.token;
  const token = numberOf(id, id?.tokenNum);
  const serialNumbers = mint ? mintedSerials(transaction, token) : [];
  const change = mint
    ? longToBigInt(mint.amount) + BigInt(serialNumbers.length)
    : -longToBigInt(removal?.amount) - BigInt(removal?.serialNumbers?.length ?? 0);
  const name = String(token);
  const supply = supplies.after(transaction.state, name, (own) => {
    const found = own.token(token)?.field(TOTAL_SUPPLY);
    return found === undefined ? null : longToBigInt(found);
  });
  if (supply === null) return { serialNumbers };
  supplies.setBefore(name, supply - change);
  return { newTotalSupply: bigIntToLong(supply), serialNumbers };
}

function changesSupply(type: number): boolean {
  return type === TYPE.tokenMint || type === TYPE.tokenBurn || type === TYPE.tokenWipe;
}

/** Minted serial numbers in ascending order, as in receipts: the order of the metadata in the body. */
function mintedSerials(
  transaction: BlockTransaction,
  token: bigint,
): proto.ITransactionReceipt['serialNumbers'] & {} {
  const { tokenTransferLists } = stream.TransactionResult.decode(transaction.result);
  const lists = tokenTransferLists.map((bytes) => proto.TokenTransferList.decode(bytes));
  return lists
    .filter(({ token: id }) => numberOf(id, id?.tokenNum) === token)
    .flatMap(({ nftTransfers }) => nftTransfers.map(({ serialNumber }) => longToBigInt(serialNumber)))
    .sort((a, b) => (a < b ? -1 : 1))
    .map(bigIntToLong);
}
