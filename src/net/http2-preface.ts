import type { Socket } from 'node:net';

/** Beginning of a connection that speaks HTTP/2 (RFC 9113, 3.4). No request of HTTP/1.1 begins with it. */
const PREFACE = Buffer.from('PRI');

/**
 * Reads the first bytes of a new connection, puts them back, and calls `onRead` with whether the client speaks HTTP/2. A
 * connection is closed if its client sends none for `timeoutMs` milliseconds.
 */
export function readPreface(socket: Socket, timeoutMs: number, onRead: (isHttp2: boolean) => void): void {
  const drop = (): void => void socket.destroy();
  const timer = setTimeout(drop, timeoutMs).unref();
  const forget = (): void => clearTimeout(timer);
  // Errors of a connection are caused by its client.
  const ignore = (): void => undefined;
  let read = Buffer.alloc(0);
  const receive = (chunk: Buffer): void => {
    read = Buffer.concat([read, chunk]);
    const isHttp2 = read.subarray(0, PREFACE.length).equals(PREFACE.subarray(0, read.length));
    if (isHttp2 && read.length < PREFACE.length) return;
    forget();
    socket.off('data', receive).off('end', drop).off('close', forget);
    // No listener of `data` takes the bytes before those that `onRead` adds.
    socket.unshift(read);
    onRead(isHttp2);
    socket.off('error', ignore);
  };
  socket.on('data', receive).on('end', drop).on('close', forget).on('error', ignore);
}
