import { ENTITY_ID } from '../../store/access/domain.ts';
import { raw, sql } from '../../store/sql.ts';
import { boolean, entityId, text, timestamp } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list, single } from '../query/parameter.ts';
import { invalidParameters } from '../query/problem.ts';
import { BOUNDS, beginsWith, INCLUSIVE, TERM, TERM_BEGINNING, TERM_TYPE, termOf } from '../query/term.ts';
import { checkTwoKeys } from '../query/two-keys.ts';
import { type ListRoute, listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';

const { LONG_ZERO_ENTITY } = LEDGER.types;
const { limit, order } = LEDGER;

/** Bytes of a memo in lower case, as in the indexes. A memo has at most 100 bytes. */
const MEMO = termOf(sql`left(e.memo, 100)`);

/** Route of the entities of one kind whose memo begins with a text, in the order of the memos. */
function memoSearch(kind: 'topic' | 'contract'): ListRoute {
  const name = `${kind}.id`;
  return listRoute({
    path: `/api/v1/${kind}s/search`,
    dialect: LEDGER,
    maxAgeSeconds: 10,
    tag: `${kind}s`,
    summary: `Search ${kind}s by memo`,
    description: `${kind === 'topic' ? 'Topics' : 'Contracts'} whose memo begins with \`query\`, case-insensitive, in the order of the memos in lower case; deleted ${kind}s are included. An extension: the public mirror node has no such operation. Fast where feature \`memo_search\` of \`/network/capabilities\` is available; otherwise all ${kind}s are read.`,
    parameters: {
      limit,
      order: order('asc'),
      query: single(TERM_BEGINNING, 'First characters of a memo; required.'),
      term: list(TERM_TYPE, 'Bounds of the memo in lower case, as its bytes in hex.', {
        operators: INCLUSIVE,
      }),
      [name]: list(LONG_ZERO_ENTITY, `Bounds of the ${kind} at a bound of the term.`, { operators: BOUNDS }),
    },
    items: `${kind}s`,
    fields: {
      created_timestamp: timestamp(sql`e.created_timestamp`),
      deleted: boolean(sql`e.deleted`),
      memo: text(sql`e.memo`, { nullable: false }),
      [`${kind}_id`]: entityId(sql`e.id`, { nullable: false, description: `The ${kind}.` }),
      term: text(sql`lower(left(e.memo, 100))`, { nullable: false, description: 'Memo in lower case.' }),
    },
    page({ values, given }) {
      const query = values.query as string | undefined;
      if (query === undefined) throw invalidParameters('query');
      const terms = values.term as readonly { operator: 'gte' | 'lte'; value: bigint }[];
      const ids = values[name] as typeof terms;
      checkTwoKeys({ name: 'term', filters: terms }, { name, filters: ids }, given);
      return {
        from: sql`entity e`,
        where: [raw(`e.type = '${kind.toUpperCase()}' and e.memo <> ''`), ...beginsWith(MEMO, query)],
        keys: [pageKey('term', MEMO, TERM, terms), pageKey(name, sql`e.id`, ENTITY_ID, ids)],
        order: values.order as 'asc' | 'desc',
        limit: values.limit as number,
      };
    },
  });
}

/** GET /topics/search: topics by the beginning of their memo. */
export const searchTopics: ListRoute = memoSearch('topic');

/** GET /contracts/search: contracts by the beginning of their memo. */
export const searchContracts: ListRoute = memoSearch('contract');
