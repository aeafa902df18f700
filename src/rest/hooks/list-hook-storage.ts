import { printEntityId } from '@tain/ledger/entity-id';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { WORDS } from '../../store/access/domain.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { keysetConditions } from '../../store/access/keyset.ts';
import type { Order } from '../../store/access/order.ts';
import { skipScan } from '../../store/access/skip-scan.ts';
import { type Sql, sql } from '../../store/sql.ts';
import type { Field } from '../answer/field.ts';
import { objectSchema } from '../answer/objects.ts';
import { computed } from '../answer/scalars.ts';
import { timestampOrZero } from '../answer/timestamp-or-zero.ts';
import { WORD } from '../query/common-types.ts';
import { NETWORK } from '../query/dialects/network.ts';
import { list, type ParameterType, RuleBroken, WITHOUT_NE } from '../query/parameter.ts';
import { allBounds, type TimeBounds, timeBounds } from '../query/range.ts';
import { selectEntityId } from '../route/entity-reference.ts';
import { LINKS_SCHEMA } from '../route/list-route.ts';
import { linksJson, pageKey, selectPage } from '../route/page.ts';
import { requireRetained } from '../route/require-retained.ts';
import { route } from '../route/route.ts';

/** A word of 32 bytes in hex; shorter bytes are padded on the left. */
function paddedWord(column: Sql, nullable: boolean, description: string): Field<string | null> {
  return computed([column], (bytes) => (bytes ? `"0x${bytes.slice(2).padStart(64, '0')}"` : 'null'), {
    type: 'string',
    pattern: '^0x[0-9a-f]{64}$',
    ...(nullable && { nullable }),
    description,
  });
}

/** A slot of a hook's storage, from rows `s` with `key`, `time` and `value`. */
const HOOK_STORAGE_FIELDS = {
  key: paddedWord(sql`s.key`, false, 'The slot.'),
  timestamp: timestampOrZero(sql`s.time`, {
    nullable: false,
    description: 'Consensus time of the last change.',
  }),
  value: paddedWord(sql`s.value`, true, 'Value of the slot; null if it was only read.'),
};

const { ACCOUNT_IN_PATH } = NETWORK.types;
const { limit, order, stateTimestamp } = NETWORK;

/** A hook's number in a path. A negative one parses, and then breaks a rule. */
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
  maxAgeSeconds: 1,
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
    key: list(WORD, 'Slot, in hex; leading zeros may be omitted.', {
      operators: WITHOUT_NE,
      lowerCase: true,
      max: { values: 100, as: 'keys' },
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
    await requireRetained(context, timeBounds(values.timestamp).upper, 'history');
    const owner = await selectEntityId(context, pathValues.idOrAliasOrEvmAddress, NETWORK);
    const slots = allBounds(values.key, WORDS);
    const { order, limit } = values;
    const hook = [sql`owner_id = ${owner}`, sql`hook_id = ${hookId}`];
    const inBounds = keysetConditions([pageKey('key', sql`key`, WORDS, slots)]);
    const scan =
      values.timestamp.length === 0
        ? indexScan({
            select: sql`key, modified_timestamp as time, value`,
            from: sql`hook_storage`,
            where: [...hook, sql`not deleted`, ...inBounds],
            by: [sql`key`],
            order,
            limit,
          })
        : slotsAt(hook, inBounds, timeBounds(values.timestamp), order, limit);
    const page = { scan, alias: 's', keys: [pageKey('key', sql`s.key`, WORDS, slots)], order, limit };
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

/**
 * Selects the slots that changed within times, each with its newest change. Slots are found whatever their times, as in a contract's
 * past storage: by a condition on the time the planner might read the changes of all hooks.
 */
function slotsAt(
  hook: readonly Sql[],
  inBounds: readonly Sql[],
  { lower = 0n, upper = MAX_INT64 }: TimeBounds,
  order: Order,
  limit: number,
): Sql {
  return skipScan({
    table: sql`hook_storage_change`,
    columns: ['key'],
    where: [...hook, ...inBounds],
    order,
    rowOfEach: {
      columns: { time: sql`consensus_timestamp`, value: sql`value_written` },
      where: [...hook, sql`consensus_timestamp between ${lower} and ${upper}`],
      by: [sql`consensus_timestamp`],
      order: 'desc',
    },
    limit,
  });
}
