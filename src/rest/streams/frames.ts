import { type Position, printCursor } from '../route/cursor.ts';

/** Encoding of a stream: Server-Sent Events, or one JSON object in each line. */
export type StreamFormat = 'sse' | 'ndjson';

export const CONTENT_TYPES: Readonly<Record<StreamFormat, string>> = {
  sse: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** Reason for which the server ended a stream. */
export type EndReason =
  /** The requested number of events was sent. */
  | 'limit'
  /** All events within the request's bounds were sent. */
  | 'end of range'
  | 'slow reader'
  | 'shutdown'
  /** The next rows were removed by retention. */
  | 'retention'
  /** The network returned to an earlier block, as local networks do: its last events may be gone. */
  | 'return'
  | 'error';

/** Milliseconds after which a browser reconnects. */
const RETRY_MS = 1_000;

/** An event of a list. */
export interface StreamEvent {
  readonly position: Position;
  /** The list's own object. */
  readonly json: string;
}

/** Returns the first bytes of a stream. */
export function opening(format: StreamFormat): string {
  return format === 'sse' ? `retry: ${RETRY_MS}\n\n` : '';
}

/** Returns the frame of an event. */
export function eventFrame(format: StreamFormat, { position, json }: StreamEvent): string {
  const id = printCursor(position);
  // PostgreSQL's JSON has no line breaks; one would end the event.
  const data = json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\r\n]/g, ' ') : json;
  return format === 'sse' ? `id: ${id}\ndata: ${data}\n\n` : `{"id":"${id}","data":${data}}\n`;
}

/**
 * Returns a frame that reports the position of a stream without events, so that clients and proxies do not end the
 * connection.
 */
export function progressFrame(format: StreamFormat, position: Position, block: bigint | undefined): string {
  const id = printCursor(position);
  const timestamp = printCursor({ time: position.time });
  const json = `{"block":${block ?? 'null'},"timestamp":"${timestamp}"}`;
  return format === 'sse'
    ? `event: progress\nid: ${id}\ndata: ${json}\n\n`
    : `{"id":"${id}","progress":${json}}\n`;
}

/** Returns the last frame of a stream ended by the server. */
export function endFrame(format: StreamFormat, position: Position, reason: EndReason): string {
  const id = printCursor(position);
  const json = `{"reason":"${reason}","cursor":"${id}"}`;
  return format === 'sse' ? `event: end\nid: ${id}\ndata: ${json}\n\n` : `{"id":"${id}","end":${json}}\n`;
}

/** Returns the format for an `Accept` header: events, unless JSON lines have a greater weight. */
export function formatOf(accept: string | undefined): StreamFormat {
  let [events, lines] = [-1, -1];
  for (const part of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const given = parameters.find((text) => text.startsWith('q='))?.slice(2);
    const weight = given === undefined ? 1 : Number(given);
    if (!(weight > 0)) continue;
    if (type === 'application/x-ndjson' || type === 'application/ndjson') lines = Math.max(lines, weight);
    if (type === 'text/event-stream') events = Math.max(events, weight);
  }
  return lines > events ? 'ndjson' : 'sse';
}
