import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EndReason } from './frames.ts';
import type { ReadKind } from './stream-filter.ts';

/** What streams count about themselves. */
export interface StreamMetrics {
  readonly opened: (list: string) => void;
  /** `reason`: why the server ended it; `left` where its client did. */
  readonly ended: (list: string, reason: EndReason | 'left') => void;
  readonly refused: (limit: 'all' | 'client') => void;
  /** Events were sent; `seconds`: since their block became visible, where they were not replayed. */
  readonly sent: (list: string, events: number, seconds: number | undefined) => void;
  readonly read: (kind: ReadKind) => void;
}

/** Registers the metrics of streams. */
export function streamMetrics(registry: Registry, unsentBytes: () => number): StreamMetrics {
  const registers = [registry];
  const open = new Gauge({
    name: 'tain_event_streams_open',
    help: 'Event streams that are open, by list.',
    labelNames: ['list'],
    registers,
  });
  const events = new Counter({
    name: 'tain_event_stream_events_total',
    help: 'Events sent, by list.',
    labelNames: ['list'],
    registers,
  });
  const lag = new Histogram({
    name: 'tain_event_stream_lag_seconds',
    help: "From a block's becoming visible to the sending of its events.",
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const ends = new Counter({
    name: 'tain_event_streams_ended_total',
    help: 'Event streams that ended, by reason; left: by their client.',
    labelNames: ['reason'],
    registers,
  });
  const refused = new Counter({
    name: 'tain_event_streams_refused_total',
    help: 'Event streams refused because of too many, of all or of one client.',
    labelNames: ['limit'],
    registers,
  });
  const reads = new Counter({
    name: 'tain_event_stream_reads_total',
    help: 'Pages of streams, by how they were had: replay, live, shared (read for another stream), skipped (nothing in the block).',
    labelNames: ['kind'],
    registers,
  });
  new Gauge({
    name: 'tain_event_stream_unsent_bytes',
    help: 'Memory of pages that wait for slow readers.',
    registers,
    collect() {
      this.set(unsentBytes());
    },
  });
  return {
    opened: (list) => open.inc({ list }),
    ended(list, reason) {
      open.dec({ list });
      ends.inc({ reason });
    },
    refused: (limit) => refused.inc({ limit }),
    sent(list, count, seconds) {
      events.inc({ list }, count);
      if (seconds !== undefined) lag.observe(seconds);
    },
    read: (kind) => reads.inc({ kind }),
  };
}
