import type { Position } from '../route/cursor.ts';
import { eventFrame, type StreamEvent, type StreamFormat } from './frames.ts';

/** Rows of a window as events, shared by all streams that read it: each format is encoded once. */
export class StreamPage {
  readonly events: readonly StreamEvent[];
  /** Position after its events, or after its whole window if that has no further ones. */
  readonly end: Position;
  /** The number (`StreamRoute.number`) of the last event. */
  readonly lastNumber: bigint | undefined;
  readonly #frames = new Map<StreamFormat, Buffer>();
  #byTime: ReadonlyMap<bigint, readonly StreamEvent[]> | undefined;

  constructor(events: readonly StreamEvent[], end: Position, lastNumber: bigint | undefined) {
    this.events = events;
    this.end = end;
    this.lastNumber = lastNumber;
  }

  /** Returns all events in a format. */
  frames(format: StreamFormat): Buffer {
    let frames = this.#frames.get(format);
    if (frames === undefined) {
      frames = Buffer.from(this.events.map((event) => eventFrame(format, event)).join(''));
      this.#frames.set(format, frames);
    }
    return frames;
  }

  /** Returns the page with only the events of some times (nanoseconds), and without numbers. */
  at(times: ReadonlySet<bigint>): StreamPage {
    this.#byTime ??= byTime(this.events);
    const known = this.#byTime;
    const ordered = [...times].sort((a, b) => (a < b ? -1 : 1));
    const events = ordered.flatMap((time) => known.get(time) ?? []);
    return new StreamPage(events, this.end, undefined);
  }

  /** Returns the page with only its first events. */
  first(count: number): StreamPage {
    const events = this.events.slice(0, count);
    return new StreamPage(events, events.at(-1)?.position ?? this.end, undefined);
  }
}

function byTime(events: readonly StreamEvent[]): Map<bigint, StreamEvent[]> {
  const found = new Map<bigint, StreamEvent[]>();
  for (const event of events) {
    const others = found.get(event.position.time);
    if (others === undefined) found.set(event.position.time, [event]);
    else others.push(event);
  }
  return found;
}

/** Returns a page without rows up to a time. */
export function emptyPage(upTo: bigint): StreamPage {
  return new StreamPage([], { time: upTo }, undefined);
}
