import { ENTITY_ID } from '../../store/access/domain.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { joinTable, sameKey } from '../../store/access/joined-rows.ts';
import { keysetConditions } from '../../store/access/keyset.ts';
import { merge } from '../../store/access/merge.ts';
import { type Sql, sql } from '../../store/sql.ts';
import { text as textField } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list, single } from '../query/parameter.ts';
import { invalidParameters } from '../query/problem.ts';
import { BOUNDS, beginsWith, INCLUSIVE, TERM, TERM_BEGINNING, TERM_TYPE, termOf } from '../query/term.ts';
import { checkTwoKeys } from '../query/two-keys.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { TOKEN_FIELDS } from './token-info.json.ts';

const { LONG_ZERO_ENTITY } = LEDGER.types;
const { limit, order } = LEDGER;

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
    query: single(TERM_BEGINNING, 'First characters of a symbol or name; required.'),
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
    const scanOf = (column: Sql) => {
      const term = termOf(column);
      const keys = keysOf(term, sql`t.token_id`);
      return indexScan({
        ...page,
        select: sql`${term} as term, t.token_id`,
        from: sql`token t`,
        where: [...beginsWith(term, query), ...keysetConditions(keys)],
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
