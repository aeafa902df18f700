import { MAX_INT64, NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { com } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { describe, expect, test } from 'vitest';
import { CallError } from '../../src/grpc/call.ts';
import { parseTopicQuery } from '../../src/grpc/topic-query.ts';

// Requests and their parsed form or error, as in the public mirror node's module `grpc`.

const NOW = 1_700_000_000n * NANOS_PER_SECOND;
const { ConsensusTopicQuery } = com.hedera.mirror.api.proto;
type Query = com.hedera.mirror.api.proto.IConsensusTopicQuery;

const long = (text: string | number) => Long.fromString(String(text));
const topicID = { topicNum: long(5) };
const at = (seconds: string | number, nanos = 0) => ({ seconds: long(seconds), nanos });
const parse = (query: Query) => parseTopicQuery(ConsensusTopicQuery.encode(query).finish(), NOW);

const REFUSED: readonly (readonly [string, Query, string])[] = [
  ['no topic', {}, 'subscribeTopic.filter.topicId: must not be null'],
  [
    'a limit below 0',
    { topicID, limit: long(-1) },
    'subscribeTopic.filter.limit: must be greater than or equal to 0',
  ],
  [
    'a limit beyond 63 bits',
    { topicID, limit: Long.fromBits(0, 0x8000_0000, true) },
    'subscribeTopic.filter.limit: must be greater than or equal to 0',
  ],
  [
    'a start before 1970',
    { topicID, consensusStartTime: at(-1) },
    'subscribeTopic.filter.startTime: must be greater than or equal to 0',
  ],
  [
    'a start in the future',
    { topicID, consensusStartTime: at(1_700_000_010) },
    'subscribeTopic.filter.validStartTime: Start time must be before the current time',
  ],
  [
    'an end before the start',
    { topicID, consensusStartTime: at(1_600_000_000), consensusEndTime: at(1_500_000_000) },
    'subscribeTopic.filter.validEndTime: End time must be after start time',
  ],
  [
    'an end at the start',
    { topicID, consensusStartTime: at(1_600_000_000, 7), consensusEndTime: at(1_600_000_000, 7) },
    'subscribeTopic.filter.validEndTime: End time must be after start time',
  ],
  [
    'an end before now, which is the start',
    { topicID, consensusEndTime: at(1_600_000_000) },
    'subscribeTopic.filter.validEndTime: End time must be after start time',
  ],
  [
    'several mistakes',
    { limit: long(-7), consensusStartTime: at(-1) },
    'subscribeTopic.filter.topicId: must not be null, subscribeTopic.filter.limit: must be greater than or equal to 0, subscribeTopic.filter.startTime: must be greater than or equal to 0',
  ],
  // Ids are checked before the limit.
  [
    'a shard too large',
    { topicID: { shardNum: long(1024) }, limit: long(-1) },
    'Invalid entity ID: 1024.0.0',
  ],
  ['a realm too large', { topicID: { realmNum: long(65_536) } }, 'Invalid entity ID: 0.65536.0'],
  ['a number too large', { topicID: { topicNum: long(2 ** 38) } }, 'Invalid entity ID: 0.0.274877906944'],
  ['a number below 0', { topicID: { topicNum: long(-1) } }, 'Invalid entity ID: 0.0.-1'],
];

test.each(REFUSED)('refuses %s', (_, query, text) => {
  expect(() => parse(query)).toThrow(new CallError('invalidArgument', text));
});

const ACCEPTED: readonly (readonly [string, Query, Partial<ReturnType<typeof parseTopicQuery>>])[] = [
  ['a topic alone', { topicID }, { topic: 5n, start: NOW, end: undefined, limit: undefined }],
  ['an empty id', { topicID: {} }, { topic: 0n }],
  [
    'the maximum id',
    { topicID: { shardNum: long(1023), realmNum: long(65_535), topicNum: long(2 ** 38 - 1) } },
    { topic: -1n },
  ],
  // The Go SDK sends 1970 if its user sets no start.
  ['a start in 1970', { topicID, consensusStartTime: at(0) }, { start: 0n }],
  ['a limit of 0', { topicID, limit: long(0) }, { limit: undefined }],
  ['a limit', { topicID, limit: long(3) }, { limit: 3n }],
  // The Java SDK resumes a nanosecond later without a carry.
  [
    'nanoseconds of a whole second',
    { topicID, consensusStartTime: at(5, 1_000_000_000) },
    { start: 6_000_000_000n },
  ],
  [
    'a clock that is ahead',
    { topicID, consensusStartTime: at(1_700_000_002) },
    { start: NOW + 2_000_000_000n },
  ],
  ['the last second', { topicID, consensusEndTime: at(9_223_372_035, 5) }, { end: MAX_INT64 }],
  [
    'the second to last second',
    { topicID, consensusEndTime: at(9_223_372_034, 5) },
    { end: 9_223_372_034_000_000_005n },
  ],
  [
    'an end beyond every time',
    { topicID, consensusEndTime: at('31556889864403199', 999_999_999) },
    { end: MAX_INT64 },
  ],
  ['an end beyond 63 bits', { topicID, consensusEndTime: at('9223372036854775807') }, { end: MAX_INT64 }],
];

test.each(ACCEPTED)('accepts %s', (_, query, expected) => {
  expect(parse(query)).toMatchObject(expected);
});

describe('arbitrary bytes', () => {
  test('are a query or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(parseTopicQuery(bytes, NOW).start).toBeTypeOf('bigint');
        } catch (error) {
          expect(error).toBeInstanceOf(CallError);
          expect((error as CallError).code).toBe('invalidArgument');
        }
      }),
    );
  });
});
