import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request to the bucket. */
export interface BucketRequest {
  readonly kind: 'list' | 'get' | 'put' | 'other';
  /** The requested key; the prefix of a list. */
  readonly key: string;
}

/** Fault of a request. */
export type Fault =
  /** The response is delayed; `Infinity`: it never arrives. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** The connection ends after this share of the body. */
  | { readonly kind: 'cut'; readonly share: number }
  /** The connection is reset before the response. */
  | { readonly kind: 'reset' }
  /** An error of the service. */
  | { readonly kind: 'status'; readonly status: number; readonly code: string }
  /** Every byte of the object is changed. */
  | { readonly kind: 'wrong-bytes' }
  /** The body that a hostile bucket sends. */
  | { readonly kind: 'body'; readonly body: string }
  /** Keys of a list are shuffled. */
  | { readonly kind: 'shuffle' };

export interface FaultProxyOptions {
  /** Port of the upstream server. */
  readonly port: number;
  readonly fault?: (request: BucketRequest) => Fault | null;
  /** Objects that are not yet visible: lists omit them, reading them is a 404. */
  readonly hides?: (key: string) => boolean;
  readonly random?: () => number;
}

/** A proxy in front of a bucket that injects faults. */
export class FaultProxy {
  /** Received requests, in order. */
  readonly requests: BucketRequest[] = [];
  fault: (request: BucketRequest) => Fault | null;
  hides: (key: string) => boolean;
  readonly #target: number;
  readonly #random: () => number;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((incoming, answer) => {
    this.#serve(incoming, answer).catch(() => incoming.socket.destroy());
  });

  private constructor({ port, fault, hides, random }: FaultProxyOptions) {
    this.#target = port;
    this.fault = fault ?? (() => null);
    this.hides = hides ?? (() => false);
    this.#random = random ?? Math.random;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
    });
  }

  static async start(options: FaultProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options);
    await new Promise<void>((done) => proxy.#server.listen(0, '127.0.0.1', done));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }

  async #serve(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const request = requestOf(incoming);
    this.requests.push(request);
    const fault = this.fault(request);
    switch (fault?.kind) {
      case 'slow':
        if (fault.milliseconds === Number.POSITIVE_INFINITY) return;
        await sleep(fault.milliseconds);
        break;
      case 'reset':
        incoming.socket.resetAndDestroy();
        return;
      case 'status':
        return sendError(answer, fault.status, fault.code);
      case 'body':
        answer.writeHead(200, { 'content-type': 'application/xml' }).end(fault.body);
        return;
    }
    if (request.kind === 'get' && this.hides(request.key)) return sendError(answer, 404, 'NoSuchKey');
    const { status, headers, body } = await this.#forward(incoming);
    let bytes = body;
    if (request.kind === 'list' && status === 200)
      bytes = this.#rewriteList(bytes, fault?.kind === 'shuffle');
    if (fault?.kind === 'wrong-bytes') bytes = Buffer.from(bytes.map((byte) => byte ^ 0x55));
    const { 'transfer-encoding': _, ...rest } = headers;
    answer.writeHead(status, { ...rest, 'content-length': String(bytes.length) });
    if (fault?.kind !== 'cut') {
      answer.end(bytes);
      return;
    }
    answer.write(bytes.subarray(0, Math.floor(bytes.length * fault.share)), () => incoming.socket.destroy());
  }

  async #forward(incoming: IncomingMessage): Promise<{
    readonly status: number;
    readonly headers: IncomingMessage['headers'];
    readonly body: Buffer;
  }> {
    const sent = await bodyOf(incoming);
    return new Promise((resolve, reject) => {
      // The header `host` is unchanged, because it is signed.
      const { method, url, headers } = incoming;
      const outgoing = request(
        { host: '127.0.0.1', port: this.#target, method, path: url, headers },
        (reply) => {
          bodyOf(reply).then(
            (body) => resolve({ status: reply.statusCode ?? 500, headers: reply.headers, body }),
            reject,
          );
        },
      );
      outgoing.once('error', reject);
      outgoing.end(sent);
    });
  }

  #rewriteList(bytes: Buffer, shuffles: boolean): Buffer {
    const text = bytes.toString();
    const objects = text.match(/<Contents>.*?<\/Contents>/gs) ?? [];
    const shown = objects.filter((object) => {
      const key = /<Key>(.*?)<\/Key>/s.exec(object)?.[1] ?? '';
      return !this.hides(decodeURIComponent(key));
    });
    if (shuffles) shown.sort(() => this.#random() - 0.5);
    if (objects.length === 0 || (shown.length === objects.length && !shuffles)) return bytes;
    const rest = text.replaceAll(/<Contents>.*?<\/Contents>/gs, '');
    return Buffer.from(rest.replace('</ListBucketResult>', `${shown.join('')}</ListBucketResult>`));
  }
}

function requestOf({ method, url = '/' }: IncomingMessage): BucketRequest {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, , ...key] = pathname.split('/').map(decodeURIComponent);
  if (method === 'PUT') return { kind: 'put', key: key.join('/') };
  if (searchParams.has('list-type')) return { kind: 'list', key: searchParams.get('prefix') ?? '' };
  return { kind: method === 'GET' ? 'get' : 'other', key: key.join('/') };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function sendError(answer: ServerResponse, status: number, code: string): void {
  answer
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>secret words</Message></Error>`,
    );
}
