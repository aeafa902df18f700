import { MAX_HEADER_LINES } from './request-bytes.ts';

/** A response outside of a request's handler: its status line and JSON. */
export interface RefusalResponse {
  readonly status: string;
  readonly body: string;
}

export const TOO_MANY_CONNECTIONS: RefusalResponse = {
  status: '503 Service Unavailable',
  body: '{"_status":{"messages":[{"message":"Too many connections"}]}}',
};

export const TOO_MANY_HEADERS: RefusalResponse = {
  status: '431 Request Header Fields Too Large',
  body: `{"_status":{"messages":[{"message":"More than ${MAX_HEADER_LINES} headers"}]}}`,
};

/** Returns the bytes of a refusal, which closes the connection. */
export function refusalText({ status, body }: RefusalResponse): string {
  return [
    `HTTP/1.1 ${status}`,
    'access-control-allow-origin: *',
    'cache-control: no-store',
    'retry-after: 5',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
