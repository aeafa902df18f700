import { type Position, printCursor } from '../route/cursor.ts';

/** How a stream is written: Server-Sent Events, or a JSON object in each line. */
export type StreamFormat = 'sse' | 'ndjson';

export const CONTENT_TYPES: Readonly<Record<StreamFormat, string>> = {
  sse: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** Why a stream was ended by the server. */
export type EndReason =
  /** It gave as many events as were asked for. */
  | 'limit'
  /** All that bounds of the request leave was given. */
  | 'end of range'
  | 'slow reader'
  | 'shutdown'
  /** Rows that come next are kept no longer. */
  | 'retention'
  | 'error';

/** Milliseconds after which a browser connects again. */
const RETRY_MS = 1_000;

/** An event of a list. */
export interface StreamEvent {
  readonly position: Position;
  /** The list's own object. */
  readonly json: string;
}

/** What comes first. */
export function opening(format: StreamFormat): string {
  return format === 'sse' ? `retry: ${RETRY_MS}\n\n` : '';
}

/** An event as it is sent. */
export function eventFrame(format: StreamFormat, { position, json }: StreamEvent): string {
  const id = printCursor(position);
  // PostgreSQL breaks no lines within its JSON; a line break would end the event.
  const data = json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\r\n]/g, ' ') : json;
  return format === 'sse' ? `id: ${id}\ndata: ${data}\n\n` : `{"id":"${id}","data":${data}}\n`;
}

/** Says how far a stream is although nothing was to be sent, and that it is alive. */
export function progressFrame(format: StreamFormat, position: Position, block: bigint | undefined): string {
  const id = printCursor(position);
  const timestamp = printCursor({ time: position.time });
  const json = `{"block":${block ?? 'null'},"timestamp":"${timestamp}"}`;
  return format === 'sse'
    ? `event: progress\nid: ${id}\ndata: ${json}\n\n`
    : `{"id":"${id}","progress":${json}}\n`;
}

/** The last frame, where the server ends a stream. */
export function endFrame(format: StreamFormat, position: Position, reason: EndReason): string {
  const id = printCursor(position);
  const json = `{"reason":"${reason}","cursor":"${id}"}`;
  return format === 'sse' ? `event: end\nid: ${id}\ndata: ${json}\n\n` : `{"id":"${id}","end":${json}}\n`;
}

/** The format that an `Accept` header asks for: events, unless lines of JSON are wanted more. */
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
