import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LoopTurns } from '../../src/kernel/limits/loop-turns.ts';
import { FREE_INPUT_BYTES, InputTurns } from '../../src/net/input-turns.ts';
import { SocketStream } from '../../src/net/socket-stream.ts';
import { makeCertificate } from '../grpc/certificate.ts';

const { certificate, key } = makeCertificate();

test.each([
  ['clear text', (echo: (socket: Socket) => void) => net.createServer(echo), net.connect],
  [
    'TLS',
    (echo: (socket: Socket) => void) => tls.createServer({ cert: certificate, key }, echo),
    (options: net.TcpNetConnectOpts) => tls.connect({ ...options, rejectUnauthorized: false }),
  ],
] as const)(
  'a stream of a socket carries all bytes both ways, and its end: %s',
  async (_, create, connect) => {
    const accepted: Socket[] = [];
    const turns = new LoopTurns(FREE_INPUT_BYTES);
    const server = create((socket) => {
      accepted.push(socket);
      socket.allowHalfOpen = true;
      const stream = new SocketStream(socket);
      new InputTurns(socket, { client: 'a', turns, onHeld: () => undefined });
      stream.pipe(stream);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100_000 })), {
          minLength: 1,
          maxLength: 8,
        }),
        async (sizes) => {
          const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
          const sent = sizes.map((size, index) => Buffer.alloc(size, index + 1));
          for (const chunk of sent) client.write(chunk);
          client.end();
          expect(Buffer.concat(await client.toArray()).equals(Buffer.concat(sent))).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
    const closed = once(server, 'close');
    server.close();
    await closed;
    expect(accepted.every(({ destroyed }) => destroyed)).toBe(true);
  },
);
