import { type Domain, ENTITY_ID } from '../../store/access/domain.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { joinTable, sameKey } from '../../store/access/joined-rows.ts';
import { keysetConditions } from '../../store/access/keyset.ts';
import { merge } from '../../store/access/merge.ts';
import { type Sql, sql } from '../../store/sql.ts';
import { text as textField } from '../answer/scalars.ts';
import { text } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list, type Operator, type ParameterType, single } from '../query/parameter.ts';
import { invalidParameters } from '../query/problem.ts';
import { checkTwoKeys } from '../query/two-keys.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { TOKEN_FIELDS } from './token.json.ts';

const { LONG_ZERO_ENTITY } = LEDGER.types;
const { limit, order } = LEDGER;

/** Maximum length of a searched text in bytes. */
const MAX_QUERY_BYTES = 100;
/** Maximum length of a term in bytes: a name has at most 100 characters, each of up to four bytes. */
const MAX_TERM_BYTES = 400;

const digitsOf = (value: bigint) => value.toString(16).padStart(2 * MAX_TERM_BYTES, '0');
const numberOf = (digits: string) => BigInt(`0x${digits.padEnd(2 * MAX_TERM_BYTES, '0')}`);

/** Lower-case symbols and names in UTF-8, as numbers: bytes that are padded with zeros on the right. No term contains a zero. */
const TERM: Domain = {
  min: 0n,
  max: (1n << BigInt(8 * MAX_TERM_BYTES)) - 1n,
  sqlType: 'bytea',
  toSql: (value) => Buffer.from(digitsOf(value).replace(/(?:00)+$/, ''), 'hex'),
  fromSql: (bytes) => numberOf(bytes.slice(2)),
  print: (bytes) => `0x${bytes.slice(2)}`,
};

/** A term in hex. */
const TERM_TYPE: ParameterType<bigint> = {
  parse(value) {
    const [, digits] = /^0x((?:[0-9a-f]{2})+)$/.exec(value) ?? [];
    return digits === undefined || digits.length > 2 * MAX_TERM_BYTES ? undefined : numberOf(digits);
  },
  schema: { type: 'string', pattern: '^0x([0-9a-f]{2})+$', maxLength: 2 + 2 * MAX_TERM_BYTES },
  compared: true,
};
const INCLUSIVE: readonly Operator[] = ['gte', 'lte'];
const BOUNDS: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];

/** Bytes of a text in lower case, as in the indexes on the terms of tokens. */
function termOf(of: Sql): Sql {
  return sql`decode(replace(lower(${of}), '\\', '\\\\'), 'escape')`;
}

/** GET /tokens/search: tokens whose symbol or name begins with a text, in the order of these. */
export const searchTokens = listRoute({
  path: '/api/v1/tokens/search',
  dialect: LEDGER,
  maxAgeSeconds: 10,
  tag: 'tokens',
  summary: 'Search tokens by symbol and name',
  description:
    'Tokens whose symbol or name begins with `query`, case-insensitive, in the order of these terms, so that equal ones are first; deleted tokens are included. A token is listed twice if both begin with it and differ. An extension: the public mirror node has no such operation. Fast where feature `token_search` of `/network/capabilities` is available; otherwise all tokens are read.',
  parameters: {
    limit,
    order: order('asc'),
    query: single(text(1, MAX_QUERY_BYTES), 'First characters of a symbol or name; required.'),
    term: list(TERM_TYPE, 'Bounds of the term, as its bytes in hex.', { operators: INCLUSIVE }),
    'token.id': list(LONG_ZERO_ENTITY, 'Token at a bound of the term.', { operators: BOUNDS }),
  },
  items: 'tokens',
  fields: {
    ...TOKEN_FIELDS,
    term: textField(sql`convert_from(s.term, 'UTF8')`, {
      nullable: false,
      description: 'Symbol or name in lower case, whichever begins with `query`.',
    }),
  },
  page({ values, given }) {
    const { query } = values;
    if (query === undefined) throw invalidParameters('query');
    checkTwoKeys(
      { name: 'term', filters: values.term },
      { name: 'token.id', filters: values['token.id'] },
      given,
    );
    const keysOf = (term: Sql, token: Sql) => [
      pageKey('term', term, TERM, values.term),
      pageKey('token.id', token, ENTITY_ID, values['token.id']),
    ];
    const page = { order: values.order, limit: values.limit };
    const first = termOf(sql`${query}::text`);
    const scanOf = (column: Sql) => {
      const term = termOf(column);
      const keys = keysOf(term, sql`t.token_id`);
      return indexScan({
        ...page,
        select: sql`${term} as term, t.token_id`,
        from: sql`token t`,
        where: [
          sql`${term} >= ${first}`,
          sql`${term} < ${first} || '\\xff'::bytea`,
          ...keysetConditions(keys),
        ],
        by: keys.map((key) => key.column),
      });
    };
    const keys = keysOf(sql`s.term`, sql`s.token_id`);
    return {
      ...page,
      scan: merge({
        ...page,
        select: sql`m.term, m.token_id`,
        distinct: true,
        scans: [scanOf(sql`t.symbol`), scanOf(sql`t.name`)],
        as: 'm',
        by: [sql`m.term`, sql`m.token_id`],
      }),
      alias: 's',
      joins: sql`${joinTable('token', 't', [sameKey('token_id', 's', 'token_id')])}
    ${joinTable('entity', 'e', [sameKey('id', 't', 'token_id')])}`,
      keys,
    };
  },
});
