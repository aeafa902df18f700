import { Client, credentials } from '@grpc/grpc-js';

const METHOD = '/com.hedera.mirror.api.proto.ConsensusService/subscribeTopic';

/** Reads a number of messages of a topic (`0.0.num`) from its beginning by a subscription. */
export function readByGrpc(
  port: number,
  topic: string,
  messages: number,
): Promise<{ readonly lines: number; readonly bytes: number }> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const call = client.makeServerStreamRequest(
    METHOD,
    (query: Buffer) => query,
    // Messages are not decoded, because decoding is work of the client.
    (message: Buffer) => message.length,
    queryOf(Number(topic.split('.')[2]), messages),
  );
  return new Promise((resolve, reject) => {
    let [lines, bytes] = [0, 0];
    call.on('data', (length: number) => {
      lines++;
      bytes += length;
    });
    call.once('error', reject);
    call.once('end', () => resolve({ lines, bytes }));
  }).finally(() => client.close()) as Promise<{ readonly lines: number; readonly bytes: number }>;
}

/** Encodes a `ConsensusTopicQuery`: topic, start (seconds since the epoch), limit. */
function queryOf(topic: number, limit: number): Buffer {
  const id = [0x18, ...varint(topic)];
  return Buffer.from([0x0a, id.length, ...id, 0x12, 0x02, 0x08, 0x01, 0x20, ...varint(limit)]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}
