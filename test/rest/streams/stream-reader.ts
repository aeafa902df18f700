import http from 'node:http';

/** A frame of an event stream, in either format. */
export interface Frame {
  readonly id: string | undefined;
  /** `message` for an event of the list. */
  readonly kind: 'message' | 'progress' | 'end' | 'retry';
  readonly data: unknown;
}

export interface ReadStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Returns the next frame; undefined after the end of the stream. */
  next(): Promise<Frame | undefined>;
  /** Returns the next frame of a kind. Throws if the stream ends before. */
  until(kind: Frame['kind']): Promise<Frame>;
  /** Returns the events until progress reaches the current end, or until the stream ends. */
  caughtUp(): Promise<Frame[]>;
  /** Returns the whole body of a response that is not a stream. */
  text(): Promise<string>;
  /** Pauses reading. */
  pause(): void;
  resume(): void;
  /** Closes the connection. */
  leave(): void;
}

export interface StreamOptions {
  readonly format?: 'sse' | 'ndjson';
  readonly lastEventId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a stream on its own connection, like a client. */
export function readStream(url: string, options: StreamOptions = {}): Promise<ReadStream> {
  const { format = 'sse', lastEventId, headers } = options;
  return new Promise((resolve, reject) => {
    const request = http.get(
      url,
      {
        agent: false,
        headers: {
          accept: format === 'sse' ? 'text/event-stream' : 'application/x-ndjson',
          ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
          ...headers,
        },
      },
      (response) => resolve(new Reader(response, format)),
    );
    request.on('error', reject);
  });
}

class Reader implements ReadStream {
  readonly #response: http.IncomingMessage;
  readonly #format: 'sse' | 'ndjson';
  readonly #frames: Frame[] = [];
  #rest = '';
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(response: http.IncomingMessage, format: 'sse' | 'ndjson') {
    this.#response = response;
    this.#format = format;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    const over = () => {
      this.#isOver = true;
      this.#wake();
    };
    response.on('end', over);
    response.on('error', over);
    response.on('close', over);
  }

  get status(): number {
    return this.#response.statusCode ?? 0;
  }

  get headers(): http.IncomingHttpHeaders {
    return this.#response.headers;
  }

  async next(): Promise<Frame | undefined> {
    while (this.#frames.length === 0) {
      if (this.#isOver) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#frames.shift();
  }

  async until(kind: Frame['kind']): Promise<Frame> {
    for (;;) {
      const frame = await this.next();
      if (frame === undefined) throw new Error(`the stream ended before ${kind}`);
      if (frame.kind === kind) return frame;
    }
  }

  async caughtUp(): Promise<Frame[]> {
    const events: Frame[] = [];
    for (;;) {
      const frame = await this.next();
      if (frame === undefined || frame.kind === 'end') return events;
      if (frame.kind === 'message') events.push(frame);
      const isAtEnd =
        frame.kind === 'progress' && (frame.data as { readonly block: number | null }).block !== null;
      if (isAtEnd) return events;
    }
  }

  async text(): Promise<string> {
    while (!this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#rest;
  }

  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  leave(): void {
    this.#response.destroy();
  }

  #take(text: string): void {
    this.#rest += text;
    const type = String(this.headers['content-type']);
    if (!type.startsWith('text/event-stream') && !type.startsWith('application/x-ndjson')) return;
    const parts = this.#rest.split(this.#format === 'sse' ? '\n\n' : '\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) this.#frames.push(this.#format === 'sse' ? ofEvent(part) : ofLine(part));
    this.#wake();
  }
}

function ofEvent(text: string): Frame {
  const fields = new Map<string, string>();
  for (const line of text.split('\n')) {
    const colon = line.indexOf(': ');
    const name = line.slice(0, colon);
    if (fields.has(name)) throw new Error(`two ${name} in one event: ${text}`);
    fields.set(name, line.slice(colon + 2));
  }
  const retry = fields.get('retry');
  if (retry !== undefined) return { id: undefined, kind: 'retry', data: Number(retry) };
  return {
    id: fields.get('id'),
    kind: (fields.get('event') ?? 'message') as Frame['kind'],
    data: JSON.parse(fields.get('data') ?? ''),
  };
}

function ofLine(text: string): Frame {
  const { id, data, progress, end } = JSON.parse(text) as Record<string, unknown>;
  const kind = progress !== undefined ? 'progress' : end !== undefined ? 'end' : 'message';
  return { id: String(id), kind, data: data ?? progress ?? end };
}
