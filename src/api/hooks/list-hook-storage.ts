import { WORDS } from '../../access/domain.ts';
import { keysetConditions, orderBy } from '../../access/keyset.ts';
import { all, limitOf, raw, type Sql, sql } from '../../access/sql.ts';
import { printEntityId } from '../../kernel/entity-id.ts';
import { MAX_INT64 } from '../../kernel/timestamp.ts';
import { allBounds, timeBounds } from '../../query/bounds.ts';
import { WORD } from '../../query/common-types.ts';
import { NETWORK } from '../../query/dialects/network.ts';
import type { Key } from '../../query/key.ts';
import { list, WITHOUT_NE } from '../../query/parameter.ts';
import { type ParameterType, RuleBroken } from '../../query/parameter-type.ts';
import { objectSchema } from '../answer/objects.ts';
import { selectEntityId } from '../entity-reference.ts';
import { LINKS_SCHEMA } from '../list-route.ts';
import { key, linksJson, type Page, selectPage } from '../page.ts';
import { route } from '../route.ts';
import { HOOK_STORAGE_FIELDS } from './hook-storage.json.ts';

const { ACCOUNT_IN_PATH } = NETWORK.types;
const { limit, order, stateTimestamp } = NETWORK;

/** A hook's number in a path: a negative one converts, and then breaks a rule. */
const HOOK_NUMBER: ParameterType<bigint> = {
  parse(text) {
    if (!/^[-+]?\d{1,19}$/.test(text)) return undefined;
    const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
    if (value > MAX_INT64 || value < -MAX_INT64 - 1n) return undefined;
    return value < 0n ? new RuleBroken('hookId must be greater than or equal to 0') : value;
  },
  schema: { type: 'integer', format: 'int64', minimum: 0 },
};

/** GET /accounts/{id}/hooks/{hookId}/storage: the slots of a hook's storage, now or at a time. */
export const listHookStorage = route({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/hooks/{hookId}/storage',
  dialect: NETWORK,
  maxAge: 1,
  tag: 'accounts',
  summary: "List slots of a hook's storage",
  description: 'Slots by key with their content, now or at `timestamp`.',
  pathParameters: {
    idOrAliasOrEvmAddress: {
      type: ACCOUNT_IN_PATH,
      name: 'ownerId',
      description: 'Id, alias (base32) or EVM address of the account.',
    },
    hookId: { type: HOOK_NUMBER, description: 'Number of the hook.' },
  },
  parameters: {
    key: list(WORD, 'Slot, in hex; leading zeros may be left out.', {
      operators: WITHOUT_NE,
      lowerCase: true,
      most: { values: 100, as: 'keys' },
    }),
    timestamp: stateTimestamp('timestamps'),
    limit,
    order: order('asc'),
  },
  schema: {
    type: 'object',
    properties: {
      hook_id: { type: 'integer', format: 'int64' },
      owner_id: { type: 'string' },
      storage: { type: 'array', items: objectSchema(HOOK_STORAGE_FIELDS) },
      links: LINKS_SCHEMA,
    },
    required: ['hook_id', 'owner_id', 'storage', 'links'],
  },
  async answer({ path, given, values, pathValues }, context) {
    const { hookId } = pathValues;
    const owner = await selectEntityId(context, pathValues.idOrAliasOrEvmAddress, NETWORK);
    const slots = allBounds(values.key, WORDS);
    const { order, limit } = values;
    const keys = [key('key', sql`key`, WORDS, slots)];
    const hook = sql`owner_id = ${owner} and hook_id = ${hookId}`;
    let page: Page;
    if (values.timestamp.length === 0) {
      const held = sql`select key, modified_timestamp as time, value from hook_storage
        where ${hook} and not deleted and ${all(keysetConditions(keys))}
        ${orderBy(keys, order)} ${limitOf(limit)}`;
      page = { from: sql`(${held}) s`, keys: ofRows(keys), order, limit, walked: true };
    } else {
      const { lower = 0n, upper = MAX_INT64 } = timeBounds(values.timestamp);
      const within = sql`consensus_timestamp between ${lower} and ${upper}`;
      const conditions = sql`${hook} and ${within} and ${all(keysetConditions(keys))}`;
      page = {
        with: changedSlots(conditions, order),
        from: sql`(
          select c.key, c.consensus_timestamp as time, c.value_written as value from slot
          cross join lateral (
            select key, consensus_timestamp, value_written from hook_storage_change
            where ${hook} and key = slot.key and ${within} order by consensus_timestamp desc limit 1
          ) c ${limitOf(limit)}
        ) s`,
        keys: ofRows(keys),
        order,
        limit,
        walked: true,
      };
    }
    const { items, next } = await selectPage(
      context,
      { path, given, dialect: NETWORK },
      HOOK_STORAGE_FIELDS,
      page,
    );
    return {
      body: `{"hook_id":${hookId},"links":${linksJson(next)},"owner_id":"${printEntityId(owner)}","storage":[${items}]}`,
      next,
    };
  },
});

/** The same keys of the rows that a sub-select has found. */
function ofRows(keys: readonly Key[]): Key[] {
  return keys.map((one) => ({ ...one, column: sql`s.${one.column}` }));
}

/**
 * Table `slot` of the slots that have a change, one after the other: each step is one look into the
 * index, so that a slot changed a million times costs no more than any other.
 */
function changedSlots(conditions: Sql, order: 'asc' | 'desc'): Sql {
  const direction = raw(order);
  const beyond = raw(order === 'asc' ? '>' : '<');
  return sql`with recursive slot as (
    (select key from hook_storage_change where ${conditions} order by key ${direction} limit 1)
    union all
    select (
      select key from hook_storage_change where ${conditions} and key ${beyond} slot.key
      order by key ${direction} limit 1
    ) from slot where slot.key is not null
  )`;
}
