import { type Item, id, type ListAnswers, type Resource, time } from '../answers.ts';

/* Searches of the topics of `topics.ts` (1602 is deleted) and the contracts of `accounts.ts` by memo. */

const termHex = (term: unknown): string => `0x${Buffer.from(String(term)).toString('hex')}`;

const topic = (num: number): Item => ({
  created_timestamp: time(20),
  deleted: num === 1602,
  memo: `topic ${num}`,
  term: `topic ${num}`,
  topic_id: id(num),
});
const contract = (num: number): Item => ({
  contract_id: id(num),
  created_timestamp: time(10),
  deleted: false,
  memo: `memo ${num}`,
  term: `memo ${num}`,
});

/** Returns the answers of a search of which the second entity has the term and the number. */
function search(
  kind: 'topic' | 'contract',
  query: string,
  all: readonly Item[],
  [term, num]: readonly [term: string, num: string],
  few: ListAnswers['cases'] = {},
): ListAnswers {
  const from = all.length === 3 ? 'bc' : 'b-d';
  const after = all.length === 3 ? 'c' : 'cd';
  return {
    route: `/${kind}s/search`,
    query: `query=${query}`,
    family: 'ledger',
    ...(kind === 'topic' ? { otherMethods: 'network' as const } : {}),
    items: `${kind}s`,
    order: 'asc',
    maxAge: 10,
    all,
    keys: { term: (item) => termHex(item.term), [`${kind}.id`]: (item) => item[`${kind}_id`] },
    filters: {
      query: { value: term, eq: 'b' },
      term: { value: termHex(term), gte: from, lte: 'ab' },
      [`${kind}.id`]: [
        {
          with: `term=gte:${termHex(term)}`,
          value: num,
          gt: after,
          gte: from,
          lt: '400 term must have lte or eq operator',
          lte: '400 term must have lte or eq operator',
        },
        {
          with: `term=lte:${termHex(term)}`,
          value: num,
          gt: '400 term must have gte or eq operator',
          gte: '400 term must have gte or eq operator',
          lt: 'a',
          lte: 'ab',
        },
      ],
    },
    cases: {
      [`${kind}.id=gt:5`]: `400 ${kind}.id without a term parameter filter`,
      'term=gte:0x7': '400 Invalid parameter: term',
      ...few,
    },
    paths: {
      [`/${kind}s/search`]: '400 Invalid parameter: query',
      [`/${kind}s/search?query=`]: '400 Invalid parameter: query',
      [`/${kind}s/search?query=${'x'.repeat(101)}`]: '400 Invalid parameter: query',
    },
  };
}

export const memos: Resource = {
  rows: {},
  lists: [
    search('topic', 'TOPIC%2016', [1601, 1602, 1604].map(topic), ['topic 1602', '1602'], {
      'query=memo': '',
      'query=opic': '',
    }),
    search('contract', 'Memo', [1010, 1011, 1012, 1013].map(contract), ['memo 1011', '1011'], {
      'query=memo%201012': 'c',
      // The memo of an account.
      'query=memo%201001': '',
    }),
  ],
};
