import type { Queryable } from '../../db/writer.ts';
import { printEntityId } from '../../kernel/entity-id.ts';
import { TOTAL_SUPPLY } from '../../ledger/amounts.ts';
import { TREASURY } from '../../ledger/system-accounts.ts';
import type { BalanceContext } from './balances.ts';
import type { Difference } from './difference.ts';
import type { StoredSchema } from './stored-schema.ts';

/** Compares what all hold with the supply of hbar and of tokens, as of the last block, which ends at `at`. */
export async function compareSupply(
  context: BalanceContext,
  schema: StoredSchema,
  isWhole: boolean,
  at: bigint,
): Promise<Difference | null> {
  const { client, begin } = context;
  return (
    (isWhole ? await compareHbar(client, at) : null) ??
    (await compareTokens(client, begin, at)) ??
    (await compareNfts(client, begin, at)) ??
    (schema.isOurs ? await compareIndex(client, at) : null)
  );
}

/** Only where the stream shows how the treasury came to hold all of it. */
async function compareHbar(client: Queryable, at: bigint): Promise<Difference | null> {
  const { rows } = await client.query<{ sum: string | null }>(
    `select sum(balance)::text as sum
     from entity
     where exists (
       select from entity
       where id & ((1::bigint << 38) - 1) = ${TREASURY} and type = 'ACCOUNT' and created_timestamp is not null)`,
  );
  const sum = rows[0]?.sum ?? null;
  if (sum === null || BigInt(sum) === TOTAL_SUPPLY) return null;
  return { at, subject: 'the sum of all balances in tinybars', expected: String(TOTAL_SUPPLY), found: sum };
}

interface TokenRow {
  readonly token: string;
  readonly supply: string;
  readonly held: string;
}

/** Who leaves a deleted collection of NFTs takes theirs along, and the supply stays. */
async function compareTokens(client: Queryable, begin: bigint, at: bigint): Promise<Difference | null> {
  const { rows } = await client.query<TokenRow>(
    `select t.token_id::text as token, t.total_supply::text as supply, coalesce(h.held, 0)::text as held
     from token t
     left join (
       select token_id, sum(balance) as held
       from token_account
       group by token_id
     ) h using (token_id)
     where t.created_timestamp >= $1 and t.total_supply <> coalesce(h.held, 0) and not (
       t.type = 'NON_FUNGIBLE_UNIQUE' and exists (select from entity e where e.id = t.token_id and e.deleted))
     order by t.token_id limit 1`,
    [begin.toString()],
  );
  const [row] = rows;
  if (!row) return null;
  const token = printEntityId(BigInt(row.token));
  return { at, subject: `the sum of all balances of token ${token}`, expected: row.supply, found: row.held };
}

interface NftRow {
  readonly account: string;
  readonly token: string;
  readonly owned: string;
  readonly held: string;
}

async function compareNfts(client: Queryable, begin: bigint, at: bigint): Promise<Difference | null> {
  const { rows } = await client.query<NftRow>(
    `select account_id::text as account, token_id::text as token, coalesce(n.owned, 0)::text as owned,
       coalesce(a.balance, 0)::text as held
     from (
       select account_id, token_id, count(*) as owned
       from nft
       where account_id is not null and deleted is not true
       group by account_id, token_id
     ) n
     full join (
       select a.account_id, a.token_id, a.balance
       from token_account a
       join token t using (token_id)
       where t.type = 'NON_FUNGIBLE_UNIQUE'
     ) a using (account_id, token_id)
     join token t using (token_id)
     where t.created_timestamp >= $1 and coalesce(n.owned, 0) <> coalesce(a.balance, 0)
     order by token_id, account_id limit 1`,
    [begin.toString()],
  );
  const [row] = rows;
  if (!row) return null;
  const [account, token] = [row.account, row.token].map((id) => printEntityId(BigInt(id)));
  const subject = `the balance of account ${account} in NFTs of token ${token}`;
  return { at, subject, expected: row.owned, found: row.held };
}

interface IndexRow {
  readonly account: string;
  readonly token: string | null;
  readonly expected: string | null;
  readonly found: string | null;
}

/** The balance index says what the tables say that it is made from, where it is current. */
async function compareIndex(client: Queryable, at: bigint): Promise<Difference | null> {
  const { rows } = await client.query<IndexRow>(
    `select *
     from (
       (
         select id::text as account, null as token, e.balance::text as expected, b.balance::text as found
         from (
           select id, balance
           from entity
           where balance is not null and type in ('ACCOUNT', 'CONTRACT')
         ) e
         full join (
           select account_id as id, balance
           from tain.current_balance
         ) b using (id)
         where e.balance is distinct from b.balance
         order by id limit 1
       )
       union all
       (
         select account_id::text, token_id::text, e.balance::text, b.balance::text
         from token_account e
         full join tain.current_token_balance b using (account_id, token_id)
         where e.balance is distinct from b.balance or e.associated is distinct from b.associated
         order by account_id, token_id limit 1
       )
     ) x
     where exists (select from tain.balance_index where is_current)`,
  );
  const [row] = rows;
  if (!row) return null;
  const of = row.token === null ? '' : ` of token ${printEntityId(BigInt(row.token))}`;
  const subject = `the balance${of} of account ${printEntityId(BigInt(row.account))} in the balance index`;
  return { at, subject, expected: row.expected ?? 'none', found: row.found ?? 'none' };
}
