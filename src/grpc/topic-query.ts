import { encodeEntityId } from '@tain/ledger/entity-id';
import { type LongLike, longToBigInt } from '@tain/ledger/long';
import { MAX_INT64, NANOS_PER_SECOND, nanosOf } from '@tain/ledger/timestamp';
import { com } from '@tain/protos/hapi';
import { CallError } from './call.ts';

/** Request of a subscriber. Times are nanoseconds. */
export interface TopicQuery {
  /** Packed id. */
  readonly topic: bigint;
  /** First time, inclusive. */
  readonly start: bigint;
  /** End, exclusive; undefined: none. */
  readonly end: bigint | undefined;
  /** Maximum number of messages; undefined: no limit. */
  readonly limit: bigint | undefined;
}

/** Maximum lead of a client's clock over ours, in nanoseconds: a later start is refused. */
const CLOCK_TOLERANCE_NS = 3n * NANOS_PER_SECOND;
/** Seconds at and above which a time is clamped to the maximum, whatever its nanoseconds. */
const LAST_SECONDS = 9_223_372_035n;

/**
 * Parses a `ConsensusTopicQuery`, in the order and with the texts of the public mirror node (its module `grpc`): first the
 * id, then all errors of the rest in one text. `now` is in nanoseconds. Throws `CallError`.
 */
export function parseTopicQuery(bytes: Uint8Array, now: bigint): TopicQuery {
  const query = decoded(() => com.hedera.mirror.api.proto.ConsensusTopicQuery.decode(bytes));
  const { topicID, consensusStartTime, consensusEndTime } = query;
  const topic =
    topicID === null || topicID === undefined
      ? undefined
      : parseEntity(topicID.shardNum, topicID.realmNum, topicID.topicNum);
  const start = parseTime(consensusStartTime) ?? now;
  const end = parseTime(consensusEndTime);
  // Unsigned on the wire, signed in the database.
  const limit = longToBigInt(query.limit);
  const problems: string[] = [];
  const check = (isGood: boolean, field: string, text: string): void => {
    if (!isGood) problems.push(`subscribeTopic.filter.${field}: ${text}`);
  };
  check(topic !== undefined, 'topicId', 'must not be null');
  check(limit >= 0n, 'limit', 'must be greater than or equal to 0');
  check(start >= 0n, 'startTime', 'must be greater than or equal to 0');
  check(start <= now + CLOCK_TOLERANCE_NS, 'validStartTime', 'Start time must be before the current time');
  check(end === undefined || end > start, 'validEndTime', 'End time must be after start time');
  if (topic === undefined || problems.length > 0) throw new CallError('invalidArgument', problems.join(', '));
  return { topic, start, end, limit: limit === 0n ? undefined : limit };
}

/** Returns the result of `decode`; throws `CallError` for malformed bytes. */
export function decoded<T>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    throw new CallError('invalidArgument', 'The request is malformed', { cause });
  }
}

type Part = LongLike | null | undefined;

/** Packs the three numbers of an id. Throws `CallError` when one is out of range. */
export function parseEntity(shardNum: Part, realmNum: Part, entityNum: Part): bigint {
  const [shard, realm, num] = [longToBigInt(shardNum), longToBigInt(realmNum), longToBigInt(entityNum)];
  try {
    return encodeEntityId(shard, realm, num);
  } catch (cause) {
    throw new CallError('invalidArgument', `Invalid entity ID: ${shard}.${realm}.${num}`, { cause });
  }
}

/** Converts a `Timestamp` to nanoseconds. Its nanos may be a whole second, because SDKs send that when they resume. */
function parseTime(time: { seconds?: Part; nanos?: number | null } | null | undefined): bigint | undefined {
  if (time === null || time === undefined) return undefined;
  const seconds = longToBigInt(time.seconds);
  return seconds >= LAST_SECONDS ? MAX_INT64 : nanosOf(seconds, time.nanos ?? 0);
}
