import type { Position } from '../route/cursor.ts';
import { eventFrame, type StreamEvent, type StreamFormat } from './frames.ts';

/** Rows of a window as events, shared by all streams that ask for it: each form is written once. */
export class StreamPage {
  readonly events: readonly StreamEvent[];
  /** Behind its events; behind its whole window where that has no further ones. */
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

  /** All events as they are sent. */
  frames(format: StreamFormat): Buffer {
    let frames = this.#frames.get(format);
    if (frames === undefined) {
      frames = Buffer.from(this.events.map((event) => eventFrame(format, event)).join(''));
      this.#frames.set(format, frames);
    }
    return frames;
  }

  /** The same with the events of some times (nanoseconds) alone; without numbers. */
  at(times: ReadonlySet<bigint>): StreamPage {
    this.#byTime ??= byTime(this.events);
    const known = this.#byTime;
    const ordered = [...times].sort((a, b) => (a < b ? -1 : 1));
    const events = ordered.flatMap((time) => known.get(time) ?? []);
    return new StreamPage(events, this.end, undefined);
  }

  /** The same with its first events alone. */
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

/** Nothing up to a time. */
export function emptyPage(upTo: bigint): StreamPage {
  return new StreamPage([], { time: upTo }, undefined);
}
