import { integerBytes, shortestBytes, storedForms } from '@tain/ledger/integer-bytes';
import { inRange, type Range, UNBOUNDED, WORDS } from '../../store/access/domain.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { exists } from '../../store/access/lookup.ts';
import { skipScan } from '../../store/access/skip-scan.ts';
import { raw, type Sql, sql } from '../../store/sql.ts';
import { listSchema } from '../answer/objects.ts';
import { entityId, timestamp, word } from '../answer/scalars.ts';
import { WORD } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { type Filter, list, type Operator, type Values, WITHOUT_NE } from '../query/parameter.ts';
import { badRequest } from '../query/problem.ts';
import { rangeOf } from '../query/range.ts';
import { referencedId } from '../route/entity-reference.ts';
import { LINKS_SCHEMA } from '../route/list-route.ts';
import { linksJson, type Page, pageKey, selectPage } from '../route/page.ts';
import { requireRetainedNow } from '../route/require-retained.ts';
import { route } from '../route/route.ts';
import { addressText, joinAddress, paddedWord } from './addresses.sql.ts';
import { OWNER_PATH } from './contract-id.ts';
import { ADDRESS_SCHEMA, HEX_SCHEMA } from './result.json.ts';

const { TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

/** One slot of a contract's storage, from a slot as `s` and the entity of the contract as `e`. */
const STATE_FIELDS = {
  address: word(addressText(sql`e.evm_address`, sql`s.contract_id`), ADDRESS_SCHEMA),
  contract_id: entityId(sql`s.contract_id`, { nullable: false }),
  slot: word(paddedWord(sql`s.slot`), { ...HEX_SCHEMA, nullable: false }),
  timestamp: timestamp(sql`s.time`, { nullable: false, description: 'Time of the last change of the slot.' }),
  value: word(paddedWord(sql`s.value`), HEX_SCHEMA),
};

const PARAMETERS = {
  limit,
  order: order('asc'),
  slot: list(WORD, 'Slot, with or without leading zeros; repeated with `eq`: any of them.', {
    operators: WITHOUT_NE,
  }),
  timestamp: list(
    TIMESTAMP,
    'Consensus time of the changes that the state includes: up to it (`eq`, `lt`, `lte`), or since it (`gt`, `gte`).',
  ),
};

type StateValues = Values<typeof PARAMETERS>;

const ADDRESS = { joins: joinAddress('e', 's') };

/** The current storage. Slots are stored as 32 bytes, so the order of the bytes is that of the numbers. */
function presentPage(values: StateValues, contract: Sql): Page {
  const slots = pageKey('slot', sql`s.slot`, WORDS, values.slot);
  const { order, limit } = values;
  return {
    scan: indexScan({
      select: sql`contract_id, slot, value, modified_timestamp as time`,
      from: sql`contract_state`,
      where: [sql`contract_id = ${contract}`, ...inRange(sql`slot`, slots.range, WORDS)],
      by: [sql`slot`],
      order,
      limit,
    }),
    alias: 's',
    ...ADDRESS,
    keys: [slots],
    order,
    limit,
    isLookup: true,
  };
}

const COMPARISONS: Readonly<Record<Operator, string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** Times at which changes count: an instant means all changes up to it. Throws `Problem` (400) for `ne`. */
function timesOf(filters: readonly Filter<bigint>[]): Range {
  if (filters.some(({ operator }) => operator === 'ne')) {
    throw badRequest('Not equals (ne) operator is not supported for timestamp');
  }
  return rangeOf(
    filters.map(({ operator, value }) => ({ operator: operator === 'eq' ? 'lte' : operator, value })),
  );
}

/**
 * Returns the stored bytes with which a bound on slots is compared. Zero is stored as no byte or as one, so a bound that
 * all of its forms meet or none is the last of them for `gt` and `lte`, else the first.
 */
function boundBytes({ operator, value }: Filter<bigint>): Buffer {
  return operator === 'gt' || operator === 'lte' ? integerBytes(value) : shortestBytes(value);
}

/** Conditions of filters on slots. Slots are compared as stored bytes, which is also their order. */
function slotConditions(column: Sql, filters: readonly Filter<bigint>[]): Sql[] {
  const named = filters.filter(({ operator }) => operator === 'eq').map(({ value }) => value);
  // Zero may be stored as no bytes or as one byte.
  const equal = [...new Set(named)].flatMap((slot) => storedForms(slot));
  return [
    ...(equal.length === 0 ? [] : [sql`${column} = any(${equal}::bytea[])`]),
    ...filters
      .filter(({ operator }) => operator !== 'eq')
      .map((filter) => sql`${column} ${raw(COMPARISONS[filter.operator])} ${boundBytes(filter)}`),
  ];
}

const ZERO_BYTE = raw("'\\x00'::bytea");

/**
 * Condition on a slot `v` with its newest change `n`: of the two stored forms of zero, only the one with the newer change
 * is shown. No other slot has two forms.
 */
function isShownForm(contract: Sql, times: Range): Sql {
  const isReplaced = exists(sql`contract_state_change o`, [
    sql`o.contract_id = ${contract}`,
    sql`o.slot = case when v.slot = '' then ${ZERO_BYTE} else '' end`,
    // If both forms changed at the same time, the form without bytes is shown.
    sql`o.consensus_timestamp >= n.time + case when v.slot = '' then 1 else 0 end`,
    ...inRange(sql`o.consensus_timestamp`, times),
  ]);
  return sql`(v.slot > ${ZERO_BYTE} or not ${isReplaced})`;
}

/**
 * The storage at a past time: the newest change of each slot within the times. Each slot is found by one index
 * descent and its newest change by another, so that a slot with many changes costs no more than one with few.
 */
function pastPage(values: StateValues, times: Range, contract: Sql): Page {
  const { order, limit } = values;
  const ofContract = sql`contract_id = ${contract}`;
  return {
    scan: skipScan({
      table: sql`contract_state_change`,
      columns: ['slot'],
      where: [ofContract, ...slotConditions(sql`slot`, values.slot)],
      order,
      rowOfEach: {
        columns: {
          contract_id: sql`contract_id`,
          value: sql`coalesce(value_written, value_read)`,
          time: sql`consensus_timestamp`,
        },
        where: [ofContract, ...inRange(sql`consensus_timestamp`, times)],
        by: [sql`consensus_timestamp`],
        order: 'desc',
      },
      filter: [isShownForm(contract, times)],
      limit,
    }),
    alias: 's',
    ...ADDRESS,
    // The scan applies the bounds itself, because they compare bytes instead of numbers.
    keys: [pageKey('slot', sql`s.slot`, WORDS, UNBOUNDED)],
    order,
    limit,
    empty: times.empty,
  };
}

/** Returns whether the filters exclude all slots after a slot, compared byte by byte. */
function isLastSlot(text: string, values: StateValues): boolean {
  const last = shortestBytes(WORDS.fromSql(text));
  const ascending = values.order === 'asc';
  const beyond = (slot: bigint) => {
    const compared = Buffer.compare(shortestBytes(slot), last);
    return ascending ? compared > 0 : compared < 0;
  };
  const named = values.slot.filter(({ operator }) => operator === 'eq');
  if (named.length > 0) return !named.some(({ value }) => beyond(value));
  const ends: readonly Operator[] = ascending ? ['lt', 'lte'] : ['gt', 'gte'];
  return values.slot.some(({ operator, value }) => ends.includes(operator) && !beyond(value));
}

/** GET /contracts/{contractIdOrAddress}/state: a contract's storage, now or at a past time. */
export const listState = route({
  path: '/api/v1/contracts/{contractIdOrAddress}/state',
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'contracts',
  summary: 'List the storage of a contract',
  description: 'Slots and their values in the order of slots.',
  pathParameters: { contractIdOrAddress: OWNER_PATH },
  parameters: PARAMETERS,
  schema: {
    type: 'object',
    properties: { state: listSchema(STATE_FIELDS), links: LINKS_SCHEMA },
    required: ['state', 'links'],
  },
  async answer({ path, given, pathValues, values }, context) {
    const contract = referencedId(pathValues.contractIdOrAddress, LEDGER);
    const past = values.timestamp.length > 0;
    const times = timesOf(values.timestamp);
    const page = past ? pastPage(values, times, contract) : presentPage(values, contract);
    const selected = await selectPage(context, { path, given, dialect: LEDGER }, STATE_FIELDS, page);
    // Retention is checked after reading the rows, so that rows removed meanwhile are noticed.
    await requireRetainedNow(context, times.upper, 'contracts');
    const last = selected.rows.at(-1)?.at(-1) ?? null;
    const next = past && last !== null && isLastSlot(last, values) ? null : selected.next;
    return { body: `{"state":[${selected.items}],"links":${linksJson(next)}}`, next };
  },
});
