import { encodeEntityId, printEntityId } from '@tain/ledger/entity-id';
import { type LongLike, longToBigInt } from '@tain/ledger/long';
import { proto } from '@tain/protos/hapi';

type Num = LongLike | number | null | undefined;

/** JSON of an entity id of a protobuf message; null when it is not set. */
function idJson(shard: Num, realm: Num, num: Num): string {
  const id = encodeEntityId(longToBigInt(shard), longToBigInt(realm), longToBigInt(num));
  return id === 0n ? 'null' : `"${printEntityId(id)}"`;
}

const ELEMENT = /\\\\x([0-9a-f]*)/g;

/**
 * JSON of a transaction's fee limits: one item for each fixed fee of each `CustomFeeLimit`, from PostgreSQL's text of
 * an array of such messages. An unparsable message is left out.
 */
export function maxCustomFeesJson(messages: string | null): string {
  if (messages === null) return '[]';
  const items: string[] = [];
  for (const [, hex = ''] of messages.matchAll(ELEMENT)) {
    try {
      const { accountId, fees } = proto.CustomFeeLimit.decode(Buffer.from(hex, 'hex'));
      const account = idJson(accountId?.shardNum, accountId?.realmNum, accountId?.accountNum);
      for (const { amount, denominatingTokenId: token } of fees ?? []) {
        const tokenId = token ? idJson(token.shardNum, token.realmNum, token.tokenNum) : 'null';
        items.push(
          `{"account_id":${account},"amount":${longToBigInt(amount)},"denominating_token_id":${tokenId}}`,
        );
      }
    } catch {
      // An unparsable stored message must not prevent the rest of the answer.
    }
  }
  return `[${items.join(',')}]`;
}
