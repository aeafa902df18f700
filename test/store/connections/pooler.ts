import net from 'node:net';

/** A pooler in front of one server, as PgBouncer is by default. */
export interface Pooler {
  readonly port: number;
  end(): Promise<void>;
}

/** `ending`: each session ends at its first statement. */
export type PoolMode = 'session' | 'transaction' | 'ending';

/** Bytes before the parameters of a start-up message: its length and the protocol's version. */
const HEAD_BYTES = 8;
const ACCEPTED = new Set(['user', 'database', 'application_name', 'client_encoding']);
/** Authentication is complete; ready, in no transaction. */
const READY = Buffer.from('520000000800000000' + '5a0000000549', 'hex');

/**
 * Starts a pooler that refuses start-up options. In mode `transaction` all clients share one session; its responses go to
 * the client that sent last, so only one may have a statement running.
 */
export async function startPooler(socketPath: string, mode: PoolMode): Promise<Pooler> {
  const sockets = new Set<net.Socket>();
  let shared: net.Socket | undefined;
  let last: net.Socket | undefined;
  const server = net.createServer((client) => {
    sockets.add(client.on('error', () => client.destroy()));
    client.once('data', (startUp): void => {
      const words = startUp.subarray(HEAD_BYTES).toString().split('\0');
      const unknown = words.find((word, i) => i % 2 === 0 && word !== '' && !ACCEPTED.has(word));
      if (unknown !== undefined) return void client.end(fatal(`unsupported startup parameter: ${unknown}`));
      if (mode === 'ending') {
        client.write(READY);
        return void client.once('data', () => client.destroy());
      }
      last = client;
      if (mode === 'transaction' && shared !== undefined) client.write(READY);
      else {
        shared = net.connect(socketPath);
        sockets.add(shared.on('error', () => client.destroy()));
        shared.write(startUp);
        if (mode === 'session') return void client.pipe(shared).pipe(client);
        shared.on('data', (bytes) => last?.write(bytes));
      }
      client.on('data', (bytes) => {
        last = client;
        // The end of a client (`X`) is not that of the session.
        if (bytes[0] === 0x58) client.end();
        else shared?.write(bytes);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    async end() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function fatal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
