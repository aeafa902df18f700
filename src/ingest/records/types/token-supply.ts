import { type LongLike, longToBigInt } from '@tain/ledger/long';
import { saturated } from '@tain/ledger/timestamp';
import type { proto } from '@tain/protos/hapi';
import type { Item } from '../../decode/item.ts';
import type { Context, TransactionType } from '../context.ts';
import { tokenIdOf } from '../ids.ts';

/**
 * Changes the supply without a new version of the token. `change`: units that the transaction added. A block lacks the
 * supply when it is unchanged after all transactions that share a state; `change` is then applied to the supply in the
 * row.
 */
function setSupply(item: Item, tokenId: bigint, change: bigint, { state }: Context): void {
  const { newTotalSupply: supply } = item.record.receipt ?? {};
  const isKnown = !item.blockFacts || (supply !== null && supply !== undefined);
  state.token.adjust({ token_id: tokenId }, (row) => {
    row.total_supply = isKnown ? longToBigInt(supply) : saturated(row.total_supply + change);
  });
}

export const tokenMint: TransactionType = {
  entityId: (item) => tokenIdOf(item.body.tokenMint?.token),

  apply(item, id, context) {
    const metadata = item.body.tokenMint?.metadata ?? [];
    const serials = item.record.receipt?.serialNumbers ?? [];
    setSupply(item, id, longToBigInt(item.body.tokenMint?.amount) + BigInt(serials.length), context);
    serials.forEach((serial, index) => {
      const data = metadata[index];
      if (!data) context.problem(item, `no metadata for serial number ${longToBigInt(serial)}`);
      context.state.nft.version(item.consensusTimestamp, {
        token_id: id,
        serial_number: longToBigInt(serial),
        created_timestamp: item.consensusTimestamp,
        deleted: false,
        ...(data && { metadata: data }),
      });
    });
  },
};

interface Removal {
  readonly token?: proto.ITokenID | null;
  readonly amount?: LongLike | null;
  readonly serialNumbers?: LongLike[] | null;
}

/** Returns the type for burn or wipe, which reduces the supply and ends NFTs. */
function removal(bodyOf: (item: Item) => Removal | null | undefined): TransactionType {
  return {
    entityId: (item) => tokenIdOf(bodyOf(item)?.token),
    apply(item, id, context) {
      const { amount, serialNumbers } = bodyOf(item) ?? {};
      setSupply(item, id, -longToBigInt(amount) - BigInt(serialNumbers?.length ?? 0), context);
      for (const serial of serialNumbers ?? []) {
        context.state.nft.version(item.consensusTimestamp, {
          token_id: id,
          serial_number: longToBigInt(serial),
          deleted: true,
          spender: null,
          delegating_spender: null,
        });
      }
    },
  };
}

export const tokenBurn = removal((item) => item.body.tokenBurn);
export const tokenWipe = removal((item) => item.body.tokenWipe);

export const tokenUpdateNfts: TransactionType = {
  entityId: (item) => tokenIdOf(item.body.tokenUpdateNfts?.token),
  apply(item, id, { state }) {
    const body = item.body.tokenUpdateNfts;
    if (!body?.metadata) return;
    for (const serial of body.serialNumbers ?? []) {
      state.nft.version(item.consensusTimestamp, {
        token_id: id,
        serial_number: longToBigInt(serial),
        metadata: body.metadata.value ?? Buffer.alloc(0),
      });
    }
  },
};
