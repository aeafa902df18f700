import { ENTITY_ID } from '../../access/domain.ts';
import { sql } from '../../access/sql.ts';
import { leftJoinTable } from '../../access/table-join.ts';
import type { Select } from '../../db/connections/select.ts';
import { encodeEntityId } from '../../kernel/entity-id.ts';
import { FEE_ACCOUNT, NODE_REWARD_ACCOUNT, STAKING_REWARD_ACCOUNT } from '../../ledger/system-accounts.ts';
import { type Html, html, strangers } from './html.ts';
import type { Json } from './json.ts';

/** What is known of an entity that a page names. */
export interface Named {
  /** `ACCOUNT`, `CONTRACT`, `FILE`, `SCHEDULE`, `TOKEN`, `TOPIC` or `UNKNOWN`. */
  readonly type: string;
  /** Of a token. */
  readonly token: { readonly name: string; readonly symbol: string; readonly decimals: number } | null;
}

/** By `shard.realm.num`. */
export type Names = ReadonlyMap<string, Named>;

/** So many are looked up for one page. */
const MOST_NAMES = 200;
const ID = /^(\d{1,4})\.(\d{1,5})\.(\d{1,12})$/;

/** The packed id of a text; undefined where it is none. */
export function packedId(text: string): bigint | undefined {
  const [, shard, realm, num] = ID.exec(text) ?? [];
  if (shard === undefined || realm === undefined || num === undefined) return undefined;
  try {
    return encodeEntityId(BigInt(shard), BigInt(realm), BigInt(num));
  } catch {
    return undefined;
  }
}

/**
 * What the entities are that answers name. One statement, which finds each by its key. Throws `Problem` (503).
 */
export async function selectNames(select: Select, answers: readonly Json[]): Promise<Names> {
  const ids = new Set<bigint>();
  collectIds(answers, ids);
  if (ids.size === 0) return new Map();
  const rows = await select(sql`
    select e.id, e.type, t.name, t.symbol, t.decimals
    from entity e ${leftJoinTable('token t', [sql`t.token_id = e.id`])}
    where e.id = any(${[...ids].map(String)}::bigint[])`);
  return new Map(
    rows.map(([id, type, name = null, symbol, decimals]): [string, Named] => [
      ENTITY_ID.print(id ?? '0'),
      {
        type: type ?? 'UNKNOWN',
        token: name === null ? null : { name, symbol: symbol ?? '', decimals: Number(decimals ?? 0) },
      },
    ]),
  );
}

function collectIds(value: Json, ids: Set<bigint>): void {
  if (ids.size >= MOST_NAMES || value === null) return;
  if (typeof value === 'string') {
    const id = packedId(value);
    if (id !== undefined && id !== 0n) ids.add(id);
  } else if (typeof value === 'object') {
    for (const one of Array.isArray(value) ? value : Object.values(value)) collectIds(one, ids);
  }
}

const PAGES: Readonly<Record<string, string>> = {
  ACCOUNT: '/account/',
  CONTRACT: '/contract/',
  TOKEN: '/token/',
  TOPIC: '/topic/',
  SCHEDULE: '/api/v1/schedules/',
};

/** Where an entity of a type is shown; undefined where none is. */
export function pathOf(type: string, id: string): string | undefined {
  const path = PAGES[type];
  return path === undefined ? undefined : `${path}${encodeURIComponent(id)}`;
}

const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  '0.0.2': 'treasury',
  [`0.0.${FEE_ACCOUNT}`]: 'network fees',
  [`0.0.${STAKING_REWARD_ACCOUNT}`]: 'staking rewards',
  [`0.0.${NODE_REWARD_ACCOUNT}`]: 'node rewards',
};

/** An entity by its id, with a link to its page and, of a token, its symbol. */
export function entityHtml(id: string | null, names: Names): Html {
  if (id === null) return html`–`;
  const named = names.get(id);
  const path = named === undefined ? undefined : pathOf(named.type, id);
  const link = path === undefined ? html`${id}` : html`<a href="${path}">${id}</a>`;
  const label = SYSTEM_NAMES[id];
  if (label !== undefined) return html`${link} <span class="quiet">${label}</span>`;
  return named?.token ? html`${link} <span class="quiet">${strangers(named.token.symbol, 20)}</span>` : link;
}
