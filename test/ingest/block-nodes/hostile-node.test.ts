import { Server, ServerCredentials } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { BlockNode } from '../../../src/ingest/block-nodes/block-node.ts';
import { STATUS_METHOD } from '../../../src/ingest/block-nodes/messages.ts';

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const asIs = (bytes: Buffer): Buffer => bytes;

/** Starts a block node with a status of so many bytes, in a field that no reader knows, and returns a client. */
async function nodeWithStatus(size: number): Promise<BlockNode> {
  const server = new Server();
  const status = {
    path: STATUS_METHOD,
    requestStream: false,
    responseStream: false,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  } as const;
  server.addService(
    { status },
    {
      status: (_call: unknown, respond: (error: null, answer: Buffer) => void) =>
        respond(null, Buffer.alloc(size, Buffer.of(0x78, 1))),
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, taken) =>
      error === null ? resolve(taken) : reject(error),
    );
  });
  const node = new BlockNode({ target: `127.0.0.1:${port}`, tls: false, priority: 1 });
  ends.push(
    () => server.forceShutdown(),
    () => node.close(),
  );
  return node;
}

test('a status of more than 64 KiB is not parsed', async () => {
  const { signal } = new AbortController();
  expect(await (await nodeWithStatus(64 * 1024)).range(signal)).toEqual({ first: 0n, last: 0n });
  await expect((await nodeWithStatus(64 * 1024 + 2)).range(signal)).rejects.toMatchObject({
    code: 'too-large',
  });
});
