import http from 'node:http';

/** Streams to be opened concurrently. */
export interface ReadersOrder {
  readonly url: string;
  /** Paths of the streams, used in rotation until `count` streams are open. */
  readonly paths: readonly string[];
  readonly count: number;
}

/** Received events: consensus time of each (seconds), and its time of arrival (milliseconds since 1970). */
export interface Read {
  readonly times: Float64Array;
  readonly arrivals: Float64Array;
  readonly bytes: number;
  readonly ended: number;
}

/** Matches the id of an event, except of progress events. */
const EVENT = /(?<!event: \w+\n)^id: (\d+\.\d{9})/gm;
/** Number of connections that are opened concurrently. */
const MAX_OPENING = 100;

/**
 * Reads streams, after reporting that all are open, until its parent sends a message. Runs in its own process, and
 * parses only the ids of events.
 */
export async function runReaders({ url, paths, count }: ReadersOrder): Promise<void> {
  const times: number[] = [];
  const arrivals: number[] = [];
  let bytes = 0;
  let ended = 0;
  const requests: http.ClientRequest[] = [];
  const open = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = http.get(url + path, { agent: false, headers: { accept: 'text/event-stream' } });
      requests.push(request);
      request.once('error', reject);
      request.once('response', (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path}: status ${response.statusCode}`));
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const now = Date.now();
          bytes += text.length;
          const whole = rest + text;
          const end = whole.lastIndexOf('\n\n');
          rest = end < 0 ? whole : whole.slice(end + 2);
          if (end < 0) return;
          for (const [, time] of whole.slice(0, end).matchAll(EVENT)) {
            times.push(Number(time));
            arrivals.push(now);
          }
        });
        response.once('close', () => {
          ended++;
        });
        resolve();
      });
    });
  for (let from = 0; from < count; from += MAX_OPENING) {
    const more = Array.from({ length: Math.min(MAX_OPENING, count - from) }, (_, index) => from + index);
    await Promise.all(more.map((index) => open(paths[index % paths.length] ?? '')));
  }
  const over = new Promise((resolve) => process.once('message', resolve));
  process.send?.('open');
  await over;
  const read: Read = {
    times: Float64Array.from(times),
    arrivals: Float64Array.from(arrivals),
    bytes,
    ended,
  };
  for (const request of requests) request.on('error', () => undefined).destroy();
  process.send?.(read, () => process.disconnect?.());
}
