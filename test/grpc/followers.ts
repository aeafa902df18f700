import { setTimeout as sleep } from 'node:timers/promises';
import { type StatusObject, status } from '@grpc/grpc-js';
import type { Random } from '../../packages/network-simulator/src/random.ts';
import { readStream } from '../rest/streams/stream-reader.ts';
import { clientOf, open, parseResponse, SUBSCRIBE, topicQuery } from './grpc-fixture.ts';

/** Addresses at which a process serves streams and gRPC. */
export interface Served {
  url: string;
  grpcPort: number;
}

/** Parameters of all followers: the processes, of which they use any, and the last block. */
export interface Following {
  readonly servers: readonly Served[];
  readonly random: Random;
  /** Returns the number of the last relevant block when it is known. Later blocks may or may not arrive. */
  readonly lastBlock: () => number | undefined;
}

/** Milliseconds before the next attempt if a process does not respond or has not started. */
const RETRY_MS = 100;
/** Maximum number of frames or messages before a client closes its connection. */
const MAX_FRAMES = 20;

/** Statuses of a call that its client ended, or after which SDKs retry. */
const PASSING = [status.CANCELLED, status.UNAVAILABLE, status.RESOURCE_EXHAUSTED, status.NOT_FOUND];

/** Received items of a list or topic, and number of connections used. */
export interface Followed<T> {
  readonly given: readonly T[];
  readonly opened: number;
}

/**
 * Follows the stream of a list (`transactions?timestamp=gte:1`) and retains only the last id. Disconnects after some
 * frames and resumes at any of the processes, until it has received the last block.
 */
export async function followList(
  { servers, random, lastBlock }: Following,
  path: string,
): Promise<Followed<unknown>> {
  const [list = '', query = ''] = path.split('?');
  const given: unknown[] = [];
  let last: string | undefined;
  let opened = 0;
  for (;;) {
    const asHeader = random.chance(0.5);
    const { url } = random.pick(servers);
    const cursor = last === undefined || asHeader ? '' : `&cursor=${last}`;
    const stream = await readStream(`${url}/api/v1/${list}/stream?${query}${cursor}`, {
      format: random.pick(['sse', 'ndjson'] as const),
      ...(last !== undefined && asHeader ? { lastEventId: last } : {}),
    }).catch(() => undefined);
    if (stream === undefined || stream.status !== 200) {
      // A server without its database responds 503. Other errors are not allowed.
      if (stream !== undefined && stream.status !== 503) throw new Error(`${path}: ${await stream.text()}`);
      await sleep(RETRY_MS);
      continue;
    }
    opened += 1;
    for (let left = random.below(MAX_FRAMES) + 1; left > 0; left--) {
      const frame = await stream.next();
      if (frame === undefined) break;
      if (frame.kind === 'message') given.push(frame.data);
      if (frame.id !== undefined) last = frame.id;
      if (frame.kind !== 'progress') continue;
      if (lastBlock() === undefined || (frame.data as { block: number | null }).block !== lastBlock())
        continue;
      stream.leave();
      return { given, opened };
    }
    stream.leave();
  }
}

/**
 * Subscribes to a topic from its beginning and retains only the time of the last message, as SDKs do, until it has
 * received the last message. Returns the numbers of the messages.
 */
export async function followTopic(
  { servers, random }: Following,
  topic: bigint,
  lastNumber: () => number | undefined,
): Promise<Followed<number>> {
  const given: number[] = [];
  let start = 0n;
  let opened = 0;
  const isOver = () => lastNumber() !== undefined && (given.at(-1) ?? 0) >= (lastNumber() ?? 0);
  while (!isOver()) {
    const client = clientOf(random.pick(servers).grpcPort);
    const call = open(client, SUBSCRIBE, topicQuery({ topic, start }));
    let left = random.below(MAX_FRAMES) + 1;
    call.once('metadata', () => {
      opened += 1;
    });
    call.on('data', (bytes: Buffer) => {
      if (left <= 0) return;
      const { number, time } = parseResponse(bytes);
      given.push(Number(number));
      start = time + 1n;
      left -= 1;
      if (left <= 0) call.cancel();
    });
    // No message follows the last one, so the client cancels the call.
    const timer = setInterval(() => {
      if (isOver()) call.cancel();
    }, RETRY_MS);
    const { code, details } = await new Promise<StatusObject>((resolve) => call.once('status', resolve));
    clearInterval(timer);
    client.close();
    if (!PASSING.includes(code)) throw new Error(`topic ${topic} from ${start}: ${code} ${details}`);
    await sleep(RETRY_MS);
  }
  return { given, opened };
}
