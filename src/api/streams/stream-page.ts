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

  /** The same with its first events alone. */
  first(count: number): StreamPage {
    const events = this.events.slice(0, count);
    return new StreamPage(events, events.at(-1)?.position ?? this.end, undefined);
  }
}

/** Nothing up to a time. */
export function emptyPage(upTo: bigint): StreamPage {
  return new StreamPage([], { time: upTo }, undefined);
}
