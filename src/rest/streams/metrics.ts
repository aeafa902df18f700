import type { Registry } from 'prom-client';
import { Metrics } from '../../kernel/metrics.ts';
import type { EndReason } from './frames.ts';
import type { FilterReader, ReadKind } from './stream-filter.ts';

/** Metrics of streams. */
export interface StreamMetrics {
  readonly opened: (list: string) => void;
  /** `reason`: why the server ended it; `left` if its client disconnected. */
  readonly ended: (list: string, reason: EndReason | 'left') => void;
  readonly refused: (limit: 'all' | 'client') => void;
  /** Called when events were sent; `seconds`: time since their block became visible, unless they were replayed. */
  readonly sent: (list: string, events: number, seconds: number | undefined) => void;
  readonly read: (kind: ReadKind) => void;
}

/** Registers the metrics of streams. */
export function streamMetrics(
  registry: Registry,
  { replays, liveReads }: Pick<FilterReader, 'replays' | 'liveReads'>,
  unsentBytes: () => number,
): StreamMetrics {
  const metrics = new Metrics(registry);
  const open = metrics.gauge('tain_event_streams_open', 'Event streams that are open, by list.', ['list']);
  const events = metrics.counter('tain_event_stream_events_total', 'Events sent, by list.', ['list']);
  const lag = metrics.histogram(
    'tain_event_stream_lag_seconds',
    'Time from the visibility of a block to the sending of its events.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  );
  const ends = metrics.counter(
    'tain_event_streams_ended_total',
    'Event streams that ended, by reason; left: the client disconnected.',
    ['reason'],
  );
  const refused = metrics.counter(
    'tain_event_streams_refused_total',
    'Event streams refused because too many were open, in total or for one client.',
    ['limit'],
  );
  const reads = metrics.counter(
    'tain_event_stream_reads_total',
    'Pages of streams, by kind of read: replay, live, shared (read for another stream), skipped (nothing in the block).',
    ['kind'],
  );
  metrics.tasks('tain_event_stream_replays', 'Reads of event streams that replay', replays);
  metrics.tasks('tain_event_stream_live_reads', 'Reads of event streams in the newest block', liveReads);
  metrics.observedGauge(
    'tain_event_stream_unsent_bytes',
    'Memory of pages that wait for slow readers.',
    unsentBytes,
  );
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
