import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LoopTurns } from '../../src/kernel/limits/loop-turns.ts';
import { InputTurns } from '../../src/net/input-turns.ts';

const MAX_SLICE_BYTES = 4_096;

let server: net.Server;
const accepted: Socket[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  server = net.createServer({ allowHalfOpen: true }, (socket) => {
    accepted.push(socket.on('error', () => undefined));
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

/** Opens a connection, and returns its two ends. */
async function pair(): Promise<{ readonly client: Socket; readonly socket: Socket }> {
  const { port } = server.address() as net.AddressInfo;
  const client = net.connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  while (accepted.length === 0) await nextIteration();
  const [socket] = accepted.splice(0);
  if (socket === undefined) throw new Error('no connection');
  return { client, socket };
}

describe('input in turns', () => {
  test('a parser gets all bytes in order and in slices, also if it pauses, and then the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        async (sizes, pauseEvery) => {
          const { client, socket } = await pair();
          const sent = Buffer.concat(sizes.map((size, index) => Buffer.alloc(size, index + 1)));
          const read: Buffer[] = [];
          let held = 0;
          let isPaused = false;
          socket.on('data', (slice: Buffer) => {
            expect(isPaused).toBe(false);
            read.push(slice);
            if (read.length % pauseEvery > 0) return;
            socket.pause();
            isPaused = true;
            setImmediate(() => {
              isPaused = false;
              socket.resume();
            });
          });
          new InputTurns(socket, {
            client: 'a',
            turns: new LoopTurns(),
            onHeld: (bytes) => {
              held = bytes;
            },
          });
          for (const [index, size] of sizes.entries()) client.write(Buffer.alloc(size, index + 1));
          client.end();
          await once(socket, 'end');
          expect(Buffer.concat(read).equals(sent)).toBe(true);
          expect(Math.max(...read.map(({ length }) => length))).toBeLessThanOrEqual(MAX_SLICE_BYTES);
          expect(held).toBe(0);
          socket.end();
          await once(client, 'close');
        },
      ),
      { numRuns: 30 },
    );
  });

  test('clients take turns, whatever the number of their connections', async () => {
    const turns = new LoopTurns();
    const order: string[] = [];
    const read = async (name: string) => {
      const { client, socket } = await pair();
      socket.on('data', () => order.push(name));
      new InputTurns(socket, { client: name, turns, onHeld: () => undefined });
      return client;
    };
    const greedy: Socket[] = [];
    for (let count = 0; count < 20; count++) greedy.push(await read('greedy'));
    const modest = await read('modest');
    const input = Buffer.alloc(10 * MAX_SLICE_BYTES);
    for (const client of [...greedy, modest]) client.write(input);
    while (order.length < 210) await nextIteration();
    // While both wait, every second slice is of the modest client.
    expect(order.lastIndexOf('modest')).toBeLessThan(120);
    for (const client of [...greedy, modest]) client.destroy();
  });

  test('at a client, whose responses have a listener of data each, input comes in slices, then the end', async () => {
    const { client, socket } = await pair();
    new InputTurns(socket, {
      client: 'a',
      turns: new LoopTurns(),
      onHeld: () => undefined,
      parsers: 'one-each-response',
    });
    const sizes: number[] = [];
    socket.on('data', ({ length }: Buffer) => sizes.push(length));
    client.end(Buffer.alloc(100_000));
    await once(socket, 'end');
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_SLICE_BYTES);
  });

  test('small inputs take turns, too, beyond the bytes that are parsed without one', async () => {
    const turns = new LoopTurns(200);
    const held: number[] = [];
    const parsed: number[] = [];
    const ends = [await pair(), await pair(), await pair()];
    for (const [index, { socket }] of ends.entries()) {
      // Passes what the socket would read in one iteration of the event loop.
      socket.on('data', (chunk: Buffer) => parsed.push(chunk.length));
      const onHeld = (bytes: number) => {
        held[index] = bytes;
      };
      new InputTurns(socket, { client: 'a', turns, onHeld });
      socket.emit('data', Buffer.alloc(100));
    }
    expect([parsed, held]).toEqual([
      [100, 100],
      [undefined, undefined, 100],
    ]);
    while (parsed.length < 3) await nextIteration();
    expect(held[2]).toBe(0);
    for (const { client } of ends) client.destroy();
  });

  test('unparsed input of a closed connection is dropped, and that behind a hand-over is given back', async () => {
    const dropped = await pair();
    let held = 0;
    let parsed = 0;
    dropped.socket.on('data', () => {
      parsed += 1;
      dropped.socket.destroy();
    });
    const onHeld = (bytes: number): void => {
      held = bytes;
    };
    new InputTurns(dropped.socket, { client: 'a', turns: new LoopTurns(), onHeld });
    dropped.client.write(Buffer.alloc(60_000));
    await once(dropped.socket, 'close');
    await nextIteration();
    expect([parsed, held]).toEqual([1, 0]);

    const { client, socket } = await pair();
    const heads: string[] = [];
    let rest = '';
    socket.on('data', (slice: Buffer) => {
      heads.push(String(slice.subarray(0, 1)));
      input.handOver();
      socket.on('data', (bytes: Buffer) => {
        rest += bytes;
      });
      socket.resume();
    });
    const input = new InputTurns(socket, { client: 'a', turns: new LoopTurns(), onHeld });
    client.write(Buffer.concat([Buffer.alloc(MAX_SLICE_BYTES, 'h'), Buffer.alloc(8_000, 'r')]));
    while (rest.length < 8_000) await nextIteration();
    expect([heads[0], rest, held]).toEqual(['h', 'r'.repeat(8_000), 0]);
    client.destroy();
    socket.destroy();
  });
});
