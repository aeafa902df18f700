import { encodeEntityId } from '@tain/ledger/entity-id';
import { longToBigInt } from '@tain/ledger/long';
import type { proto } from '@tain/protos/hapi';
import { leftJoinTable } from '../../store/access/joined-rows.ts';
import { sql } from '../../store/sql.ts';
import type { ApiContext } from '../route/route.ts';

/** Ledger state of an estimate in STATE mode: the tokens and the topic of the transaction. */
export interface FeeState {
  /** Packed ids of the tokens whose transfers have custom fees. */
  readonly tokensWithFees: ReadonlySet<bigint>;
  /** Packed ids of the topics whose messages have custom fees. */
  readonly topicsWithFees: ReadonlySet<bigint>;
  /** Packed ids of the tokens that are NFTs. */
  readonly nonFungible: ReadonlySet<bigint>;
}

type Part = Parameters<typeof longToBigInt>[0];

/** The packed id, or undefined when it is out of range (such an entity does not exist). */
function packedId(shard: Part, realm: Part, num: Part): bigint | undefined {
  try {
    return encodeEntityId(longToBigInt(shard), longToBigInt(realm), longToBigInt(num));
  } catch {
    return undefined;
  }
}

export function tokenIdOf(token: proto.ITokenID | null | undefined): bigint | undefined {
  return token ? packedId(token.shardNum, token.realmNum, token.tokenNum) : undefined;
}

export function topicIdOf(topic: proto.ITopicID | null | undefined): bigint | undefined {
  return topic ? packedId(topic.shardNum, topic.realmNum, topic.topicNum) : undefined;
}

/** The token transfers of a transfer or an airdrop. */
export function tokenTransfersOf(body: proto.ITransactionBody): readonly proto.ITokenTransferList[] {
  return body.cryptoTransfer?.tokenTransfers ?? body.tokenAirdrop?.tokenTransfers ?? [];
}

/** Reads the state on which the price of a transaction depends, in one statement; none if it depends on nothing. */
export async function selectFeeState(context: ApiContext, body: proto.ITransactionBody): Promise<FeeState> {
  const tokens = tokenTransfersOf(body).map(({ token }) => tokenIdOf(token));
  const topic = topicIdOf(body.consensusSubmitMessage?.topicID);
  const ids = [...new Set([...tokens, topic].filter((id) => id !== undefined))];
  const state = {
    tokensWithFees: new Set<bigint>(),
    topicsWithFees: new Set<bigint>(),
    nonFungible: new Set<bigint>(),
  };
  if (ids.length > 0) {
    // Each table is read once for all of them, because a message may name tens of thousands. An id may be of the wrong kind.
    const rows = await context.select(sql`
      select token_id, 'nonFungible' from token
      where token_id = any(${ids}::bigint[]) and type = 'NON_FUNGIBLE_UNIQUE'
      union all
      select c.entity_id, case when t.token_id is null then 'topicsWithFees' else 'tokensWithFees' end
      from custom_fee c ${leftJoinTable('token', 't', [sql`t.token_id = c.entity_id`])}
      where c.entity_id = any(${ids}::bigint[]) and (
        jsonb_path_exists(c.fixed_fees, '$[0]') or (t.token_id is not null and (
          jsonb_path_exists(c.fractional_fees, '$[0]') or jsonb_path_exists(c.royalty_fees, '$[0]')
        ))
      )`);
    const sets: Readonly<Record<string, Set<bigint>>> = state;
    for (const [id, name] of rows) sets[name ?? '']?.add(BigInt(id ?? 0));
  }
  return state;
}
