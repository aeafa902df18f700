import fc from 'fast-check';
import {
  type Filters,
  filters,
  given,
  idText,
  idValues,
  literal,
  meetsAll,
  meetsAny,
  numberText,
  numberValues,
  some,
  timeText,
  timeValues,
  word,
  words,
} from '../random-request.ts';
import { byNumber, int } from '../rows.ts';
import { num, type Statement } from '../statement.ts';
import { isCrossed, sortRows } from './accounts.ts';

const blocks: Statement = {
  route: '/api/v1/blocks',
  items: 'blocks',
  order: 'desc',
  keyOf: ({ number }) => String(number),
  requests: (rows) =>
    fc
      .record({
        number: filters(numberValues(rows.values('record_file', 'index')), numberText, { eq: 'several' }),
        timestamp: filters(timeValues(rows.values('record_file', 'consensus_end')), timeText, {
          eq: 'several',
          ne: true,
        }),
        first: fc.boolean(),
      })
      .map(({ number, timestamp, first }) => ({
        path: {},
        query: first ? { 'block.number': number, timestamp } : { timestamp, 'block.number': number },
      })),
  expect: (rows, request) =>
    sortRows(
      rows
        .of('record_file')
        .filter(
          (row) =>
            meetsAll(row.index, given(request, 'block.number')) &&
            meetsAll(row.consensus_end, given(request, 'timestamp')),
        ),
      ['index'],
    ),
};

const messages: Statement = {
  route: '/api/v1/topics/{topicId}/messages',
  items: 'messages',
  order: 'asc',
  keyOf: ({ sequence_number }) => String(sequence_number),
  requests: (rows) =>
    fc.record({
      path: fc
        .constantFrom(...some(rows.values('topic_message', 'topic_id'), 6), 98n)
        .map((topic) => ({ topicId: idText(topic) })),
      query: fc.record({
        sequencenumber: filters(
          numberValues(rows.values('topic_message', 'sequence_number'), 1n),
          numberText,
          {
            eq: 'several',
            ne: true,
          },
        ),
        timestamp: fc.oneof(
          fc.constant<Filters>([]),
          filters(timeValues(rows.values('topic_message', 'consensus_timestamp')), timeText, {
            eq: 'several',
            ne: true,
          }),
        ),
        encoding: words('base64', 'utf-8', 'utf8'),
      }),
    }),
  expect(rows, request) {
    const topic = BigInt((request.path.topicId ?? '').replace('0.0.', ''));
    return sortRows(
      rows
        .with('topic_message', 'topic_id', topic)
        .filter(
          (row) =>
            meetsAll(row.sequence_number, given(request, 'sequencenumber')) &&
            meetsAll(row.consensus_timestamp, given(request, 'timestamp')),
        ),
      ['sequence_number'],
    );
  },
};

const schedules: Statement = {
  route: '/api/v1/schedules',
  items: 'schedules',
  order: 'asc',
  keyOf: ({ schedule_id }) => num(schedule_id),
  requests: (rows) =>
    fc
      .record({
        'account.id': filters(idValues(rows.values('schedule', 'creator_account_id')), idText, {
          eq: 'several',
          ne: true,
        }),
        'schedule.id': filters(idValues(rows.values('schedule', 'schedule_id')), idText, {
          eq: 'several',
          ne: true,
        }),
      })
      .map((query) => ({ path: {}, query })),
  expect: (rows, request) =>
    sortRows(
      rows
        .of('schedule')
        .filter(
          (row) =>
            meetsAll(row.creator_account_id, given(request, 'account.id')) &&
            meetsAll(row.schedule_id, given(request, 'schedule.id')),
        ),
      ['schedule_id'],
    ),
};

const nodes: Statement = {
  route: '/api/v1/network/nodes',
  items: 'nodes',
  order: 'asc',
  max: 25,
  keyOf: ({ node_id }) => String(node_id),
  requests: (rows) =>
    fc
      .record({
        'file.id': words('0.0.102', '0.0.101', '0.0.102'),
        'node.id': filters(numberValues(rows.values('address_book_entry', 'node_id')), numberText, {
          eq: 'mixed',
          ne: true,
        }).filter((all) => !isCrossed(all.filter(({ operator }) => operator !== 'eq' && operator !== 'ne'))),
      })
      .map((query) => ({ path: {}, query })),
  expect(rows, request) {
    const file = BigInt((word(request, 'file.id') ?? '0.0.102').replace('0.0.', ''));
    const newest = rows
      .with('address_book', 'file_id', file)
      .map((row) => int(row, 'start_consensus_timestamp'))
      .sort(byNumber)
      .at(-1);
    // `ne` is ignored.
    const requested = given(request, 'node.id').filter(({ operator }) => operator !== 'ne');
    return sortRows(
      rows
        .of('address_book_entry')
        .filter((row) => row.consensus_timestamp === newest && meetsAny(row.node_id, requested)),
      ['node_id'],
    );
  },
};

const TYPES = { BLOCK_NODE: '1', GENERAL_SERVICE: '2', MIRROR_NODE: '3', RPC_RELAY: '4' } as const;

const registeredNodes: Statement = {
  route: '/api/v1/network/registered-nodes',
  items: 'registered_nodes',
  order: 'asc',
  keyOf: ({ registered_node_id }) => String(registered_node_id),
  requests: (rows) =>
    fc
      .record({
        'registerednode.id': fc.oneof(
          filters(numberValues(rows.values('registered_node', 'registered_node_id')), numberText).filter(
            (all) => !isCrossed(all),
          ),
          fc.constant<Filters>([{ operator: 'ne', value: 1n, text: '1' }]),
        ),
        type: fc.oneof(
          fc.constant<Filters>([]),
          fc.constantFrom(...Object.keys(TYPES)).map((name) => [literal(name)]),
        ),
      })
      .map((query) => ({ path: {}, query })),
  expect(rows, request) {
    const types: Readonly<Record<string, string>> = TYPES;
    const type = types[word(request, 'type') ?? ''];
    const requested = given(request, 'registerednode.id').filter(({ operator }) => operator !== 'ne');
    return sortRows(
      rows
        .of('registered_node')
        .filter(
          (row) =>
            row.deleted === false &&
            meetsAll(row.registered_node_id, requested) &&
            (type === undefined || String(row.type).replace(/[{}]/g, '').split(',').includes(type)),
        ),
      ['registered_node_id'],
    );
  },
};

export const OTHER_STATEMENTS: readonly Statement[] = [blocks, messages, schedules, nodes, registeredNodes];
