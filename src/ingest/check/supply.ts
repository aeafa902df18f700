import { TOTAL_SUPPLY } from '@tain/ledger/amounts';
import { printEntityId } from '@tain/ledger/entity-id';
import { TREASURY } from '@tain/ledger/network';
import type { Queryable } from '../../store/writer/writer.ts';
import { type Difference, Differences, LIMIT, TOTAL } from './difference.ts';
import type { StoredSchema } from './stored-schema.ts';

// The statements that find wrong rows; `tain rebuild` corrects what they find.

/**
 * A SELECT of tokens whose supply is not the sum of their balances. $1: tokens created earlier are left out. An account
 * that dissociates from a deleted collection of NFTs loses its NFTs, while the supply stays the same.
 */
export const WRONG_SUPPLY = `
  select t.token_id, t.total_supply, coalesce(h.held, 0) as held
  from token t
  left join (
    select token_id, sum(balance) as held
    from token_account
    group by token_id
  ) h using (token_id)
  left join (
    select id
    from entity
    where deleted
  ) d on d.id = t.token_id
  where t.created_timestamp >= $1 and t.total_supply <> coalesce(h.held, 0)
    and not (t.type = 'NON_FUNGIBLE_UNIQUE' and d.id is not null)`;

/**
 * A SELECT of accounts whose balance of NFTs is not the number that they own, also of those without an association. $1: tokens
 * created earlier are left out.
 */
export const WRONG_NFTS = `
  select account_id, token_id, coalesce(n.owned, 0) as owned, coalesce(a.balance, 0) as held
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
  where t.created_timestamp >= $1 and coalesce(n.owned, 0) <> coalesce(a.balance, 0)`;

/** A table of the balance index, in schema `tain`. */
export interface IndexTable {
  readonly name: string;
  readonly key: readonly string[];
  /** The other columns, each with its type. */
  readonly columns: Readonly<Record<string, string>>;
  /** FROM item `e`: the rows that the table must have. */
  readonly source: string;
}

export const INDEX_TABLES = {
  hbar: {
    name: 'current_balance',
    key: ['account_id'],
    columns: { balance: 'bigint' },
    source: `(
      select id as account_id, balance
      from entity
      where balance is not null and (type = 'ACCOUNT' or type = 'CONTRACT')
    ) e`,
  },
  tokens: {
    name: 'current_token_balance',
    key: ['account_id', 'token_id'],
    columns: { balance: 'bigint', balance_timestamp: 'bigint', associated: 'boolean' },
    source: 'token_account e',
  },
} satisfies Readonly<Record<string, IndexTable>>;

/**
 * Compares the sums of balances with the supply of hbar and of tokens, as of the last block, which ends at `at`.
 * `begin`: start of the first block that was ever stored; `isWhole`: whether that was the network's first.
 */
export async function compareSupply(
  client: Queryable,
  schema: StoredSchema,
  { begin, isWhole, at }: { readonly begin: bigint; readonly isWhole: boolean; readonly at: bigint },
): Promise<Differences> {
  const differences = new Differences();
  if (isWhole) differences.add(await compareHbar(client, at));
  differences.addAll(await compareTokens(client, begin, at));
  differences.addAll(await compareNfts(client, begin, at));
  if (schema.isOurs) differences.addAll(await compareIndex(client, schema, at));
  return differences;
}

/** Compares hbar only if the stream shows how the treasury received all of it. */
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
  const subject = 'the sum of all balances in tinybars';
  return { at, table: 'entity', column: 'balance', subject, expected: String(TOTAL_SUPPLY), found: sum };
}

interface TokenRow {
  readonly token: string;
  readonly supply: string;
  readonly held: string;
  readonly total: string;
}

async function compareTokens(client: Queryable, begin: bigint, at: bigint): Promise<Differences> {
  const { rows } = await client.query<TokenRow>(
    `select token_id::text as token, total_supply::text as supply, held::text, ${TOTAL}
     from (${WRONG_SUPPLY}) w
     order by token_id ${LIMIT}`,
    [begin.toString()],
  );
  const differences = new Differences();
  differences.addRows(rows, ({ token, supply, held }) => {
    const subject = `the sum of all balances of token ${printEntityId(BigInt(token))}`;
    return { at, table: 'token', column: 'total_supply', subject, expected: supply, found: held };
  });
  return differences;
}

interface NftRow {
  readonly account: string;
  readonly token: string;
  readonly owned: string;
  readonly held: string;
  readonly total: string;
}

async function compareNfts(client: Queryable, begin: bigint, at: bigint): Promise<Differences> {
  const { rows } = await client.query<NftRow>(
    `select account_id::text as account, token_id::text as token, owned::text, held::text, ${TOTAL}
     from (${WRONG_NFTS}) w
     order by w.token_id, w.account_id ${LIMIT}`,
    [begin.toString()],
  );
  const differences = new Differences();
  differences.addRows(rows, (row) => {
    const [account, token] = [row.account, row.token].map((id) => printEntityId(BigInt(id)));
    const subject = `the balance of account ${account} in NFTs of token ${token}`;
    return { at, table: 'nft', column: 'account_id', subject, expected: row.owned, found: row.held };
  });
  return differences;
}

interface IndexRow {
  readonly account: string;
  readonly token: string | null;
  readonly expected: string | null;
  readonly found: string | null;
  readonly associated: string | null;
  readonly total: string;
}

/** Compares the balance index, if it is current, with the tables that it is built from. */
async function compareIndex(client: Queryable, schema: StoredSchema, at: bigint): Promise<Differences> {
  const { hbar, tokens } = INDEX_TABLES;
  const { rows } = await client.query<IndexRow>(
    `select *, ${TOTAL}
     from (
       select account_id::text as account, null as token, e.balance::text as expected, b.balance::text as found,
         null as associated
       from ${hbar.source} full join ${schema.own(hbar.name)} b using (account_id)
       where e.balance is distinct from b.balance
       union all
       select account_id::text, token_id::text, e.balance::text, b.balance::text,
         (e.associated is distinct from b.associated)::text
       from ${tokens.source} full join ${schema.own(tokens.name)} b using (account_id, token_id)
       where e.balance is distinct from b.balance or e.associated is distinct from b.associated
     ) x
     where exists (select from ${schema.own('balance_index')} where is_current)
     order by account, token ${LIMIT}`,
  );
  const differences = new Differences();
  differences.addRows(rows, ({ account, token, expected, found, associated }) => {
    const of = token === null ? '' : ` of token ${printEntityId(BigInt(token))}`;
    const isOther = expected !== found || associated !== 'true';
    const subject = `the ${isOther ? 'balance' : 'association'}${of} of account ${printEntityId(BigInt(account))} in the balance index`;
    return {
      at,
      table: token === null ? 'tain.current_balance' : 'tain.current_token_balance',
      column: isOther ? 'balance' : 'associated',
      subject,
      expected: isOther ? (expected ?? 'none') : 'as it is',
      found: isOther ? (found ?? 'none') : 'another',
    };
  });
  return differences;
}
