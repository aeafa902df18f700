/** A panel of the dashboard, which has 24 columns. Panels of a row are placed side by side as long as they fit. */
export interface DashboardPanel {
  readonly title: string;
  readonly description?: string;
  /** Grafana's name of the unit. */
  readonly unit: string;
  /** `stat`: one number. Default: a line for each series. */
  readonly type?: 'stat';
  /** Width in columns. Default: 8; 4 for one number. */
  readonly width?: number;
  /** Whether the lines are stacked. */
  readonly isStacked?: boolean;
  /** PromQL expressions, each with the legend of its lines. */
  readonly targets: readonly (readonly [expression: string, legend: string])[];
}

export interface DashboardRow {
  readonly title: string;
  readonly panels: readonly DashboardPanel[];
}

/** Selects the mirror and its processes that are chosen in Grafana. */
const OF = 'job="$job",instance=~"$instance"';

/** The rows of `deploy/grafana-dashboard.json`. Each metric is on a panel. */
export const DASHBOARD_ROWS: readonly DashboardRow[] = [
  {
    title: 'Overview',
    panels: [
      {
        title: 'Behind consensus time',
        unit: 's',
        type: 'stat',
        targets: [[`time() - max(tain_ingest_last_block_timestamp_seconds{${OF}})`, 'lag']],
      },
      {
        title: 'Last block',
        unit: 'none',
        type: 'stat',
        targets: [
          [`max(tain_ingest_block_number{${OF}})`, 'block'],
          [`max(tain_archive_block_number{${OF}})`, 'in the archive'],
        ],
      },
      {
        title: 'Transactions a second',
        unit: 'short',
        type: 'stat',
        targets: [[`sum(rate(tain_ingest_transactions_total{${OF}}[5m]))`, 'tps']],
      },
      {
        title: 'Requests a second',
        unit: 'reqps',
        type: 'stat',
        targets: [[`sum(rate(tain_api_requests_total{${OF}}[5m]))`, 'requests']],
      },
      {
        title: 'Failed requests',
        unit: 'percentunit',
        type: 'stat',
        targets: [
          [
            `sum(rate(tain_api_requests_total{${OF},status=~"5.."}[5m])) / sum(rate(tain_api_requests_total{${OF}}[5m]))`,
            '5xx',
          ],
        ],
      },
      {
        title: 'Unresolved incidents',
        unit: 'none',
        type: 'stat',
        targets: [[`max(tain_status_unresolved_incidents{${OF}})`, 'incidents']],
      },
    ],
  },
  {
    title: 'Ingest',
    panels: [
      {
        title: 'Behind consensus time',
        unit: 's',
        targets: [
          [`time() - tain_ingest_last_block_timestamp_seconds{${OF}}`, 'now {{instance}}'],
          [`tain_ingest_lag_seconds{${OF}}`, 'when stored {{instance}}'],
        ],
      },
      {
        title: 'Blocks and transactions a second',
        unit: 'short',
        targets: [
          [`rate(tain_ingest_blocks_total{${OF}}[1m])`, 'blocks {{instance}}'],
          [`rate(tain_ingest_transactions_total{${OF}}[1m])`, 'transactions {{instance}}'],
        ],
      },
      {
        title: 'Bytes of blocks a second',
        unit: 'Bps',
        targets: [[`rate(tain_ingest_block_bytes_total{${OF}}[1m])`, '{{instance}}']],
      },
      {
        title: 'Blocks not yet stored, or not yet in the archive',
        unit: 'short',
        targets: [
          [`tain_ingest_unstored_blocks{${OF}}`, '{{instance}}'],
          [`tain_archive_owed_blocks{${OF}}`, 'not in the archive {{instance}}'],
        ],
      },
      {
        title: 'Unknown and conflicting values of blocks',
        unit: 'short',
        targets: [
          [`sum by (value) (increase(tain_ingest_unknown_values_total{${OF}}[5m]))`, '{{value}} unknown'],
          [`sum by (value) (increase(tain_ingest_conflicting_values_total{${OF}}[5m]))`, '{{value}} differs'],
        ],
      },
      {
        title: 'State of the ingest',
        unit: 'short',
        targets: [
          [`tain_ingest_waiting{${OF}}`, 'waits {{instance}}'],
          [`sum by (code) (increase(tain_ingest_problems_total{${OF}}[5m]))`, '{{code}}'],
          [`sum by (kind) (increase(tain_ingest_unrecognized_total{${OF}}[5m])) > 0`, 'unknown {{kind}}'],
          [`tain_ingest_standby{${OF}}`, 'stands by {{instance}}'],
          [`tain_ingest_writing{${OF}}`, 'writes {{instance}}'],
          [`tain_ingest_failing{${OF}}`, 'cannot write {{instance}}'],
          [`tain_ingest_blocked{${OF}}`, 'waits for a lock {{instance}}'],
          [`tain_ingest_disconnected{${OF}}`, 'without database {{instance}}'],
          [`tain_ingest_standbys{${OF}}`, 'other standbys, reported by {{instance}}'],
          [`tain_ingest_source_ahead{${OF}}`, 'source ahead of the writer {{instance}}'],
          [
            `(time() - tain_ingest_state_since_timestamp_seconds{${OF}}) / 86400`,
            'days in this state {{instance}}',
          ],
        ],
      },
      {
        title: 'Database retries, and rows removed a second',
        unit: 'short',
        targets: [
          [`increase(tain_ingest_database_retries_total{${OF}}[5m])`, '{{instance}}'],
          [`sum by (family) (rate(tain_retention_removed_rows_total{${OF}}[5m]))`, 'removed {{family}}'],
          [`rate(tain_retention_failures_total{${OF}}[$__rate_interval])`, 'removal failed {{instance}}'],
        ],
      },
      {
        title: 'Signatures by outcome',
        unit: 'cps',
        isStacked: true,
        targets: [[`sum by (outcome) (rate(tain_ingest_signatures_total{${OF}}[5m]))`, '{{outcome}}']],
      },
      {
        title: 'Signatures that are not valid, by node',
        unit: 'cps',
        targets: [
          [
            `sum by (node, outcome) (rate(tain_ingest_signatures_total{${OF},outcome!="verified"}[5m]))`,
            'node {{node}} {{outcome}}',
          ],
        ],
      },
      {
        title: 'Blocks by kind of proof',
        unit: 'cps',
        targets: [
          [`sum by (proof) (rate(tain_ingest_proven_blocks_total{${OF}}[5m]))`, '{{proof}}'],
          [`max(tain_ingest_trusts_chain{${OF}})`, 'TAIN_TRUST=chain'],
          [`max(tain_ingest_trusts_first_ledger{${OF}})`, 'first ledger trusted on first use'],
        ],
      },
    ],
  },
  {
    title: 'Buckets and block nodes',
    panels: [
      {
        title: 'Requests to buckets a day',
        description: 'Requests are billed by the provider.',
        unit: 'short',
        isStacked: true,
        targets: [
          [`sum by (store, kind) (increase(tain_store_requests_total{${OF}}[1d]))`, '{{store}} {{kind}}'],
        ],
      },
      {
        title: 'Requests to buckets that failed, by reason',
        unit: 'reqps',
        targets: [
          [
            `sum by (store, result) (rate(tain_store_requests_total{${OF},result!="ok"}[5m]))`,
            '{{store}} {{result}}',
          ],
          [`sum by (store) (rate(tain_store_retries_total{${OF}}[5m]))`, '{{store}} repeated'],
        ],
      },
      {
        title: 'Bytes of buckets a second',
        unit: 'Bps',
        targets: [[`sum by (store, kind) (rate(tain_store_bytes_total{${OF}}[5m]))`, '{{store}} {{kind}}']],
      },
      {
        title: 'Time of a request to a bucket',
        unit: 's',
        targets: [
          [
            `histogram_quantile(0.99, sum by (store, kind, le) (rate(tain_store_request_seconds_bucket{${OF}}[5m])))`,
            'p99 {{store}} {{kind}}',
          ],
          [`sum by (store) (rate(tain_store_wait_seconds_total{${OF}}[5m]))`, 'waiting {{store}}'],
        ],
      },
      {
        title: 'Block nodes: failures',
        unit: 'short',
        targets: [
          [`sum by (node, code) (increase(tain_block_node_failures_total{${OF}}[5m]))`, '{{node}} {{code}}'],
        ],
      },
      {
        title: 'Block nodes: switches',
        unit: 'short',
        targets: [[`sum by (node) (increase(tain_block_node_switches_total{${OF}}[5m]))`, 'to {{node}}']],
      },
    ],
  },
  {
    title: 'Query service',
    panels: [
      {
        title: 'Requests a second by route',
        unit: 'reqps',
        width: 12,
        isStacked: true,
        targets: [[`sum by (route) (rate(tain_api_requests_total{${OF}}[1m]))`, '{{route}}']],
      },
      {
        title: '99th percentile by route',
        unit: 's',
        width: 12,
        targets: [
          [
            `histogram_quantile(0.99, sum by (route, le) (rate(tain_api_request_duration_seconds_bucket{${OF}}[5m])))`,
            '{{route}}',
          ],
        ],
      },
      {
        title: 'Answers by status',
        unit: 'reqps',
        isStacked: true,
        targets: [[`sum by (status) (rate(tain_api_requests_total{${OF}}[1m]))`, '{{status}}']],
      },
      {
        title: 'Cache hit ratio',
        unit: 'percentunit',
        targets: [
          [
            `sum(rate(tain_api_cache_hits_total{${OF}}[5m])) / (sum(rate(tain_api_cache_hits_total{${OF}}[5m])) + sum(rate(tain_api_cache_misses_total{${OF}}[5m])))`,
            'ratio',
          ],
        ],
      },
      {
        title: 'Memory of the cache',
        unit: 'bytes',
        targets: [[`tain_api_cache_bytes{${OF}}`, '{{instance}}']],
      },
      {
        title: 'Pool: share of statements in use',
        unit: 'percentunit',
        targets: [[`tain_api_statements_running{${OF}} / tain_api_statements_most{${OF}}`, '{{instance}}']],
      },
      {
        title: 'Pool: queues',
        unit: 'short',
        targets: [
          [`tain_api_statements_waiting{${OF}}`, 'statements {{instance}}'],
          [`tain_api_database_connections_waiting{${OF}}`, 'statements without connection {{instance}}'],
          [`tain_api_database_connections{${OF}}`, 'open connections {{instance}}'],
          [`tain_api_waiting{${OF}}`, 'requests with waitFor {{instance}}'],
          [`tain_api_proofs_waiting{${OF}}`, 'waiting proofs {{instance}}'],
          [`tain_api_proofs_running{${OF}}`, 'running proofs {{instance}}'],
          [`rate(tain_api_waits_total{${OF}}[5m])`, 'waits a second, {{end}} {{instance}}'],
        ],
      },
      {
        title: 'Refused',
        unit: 'reqps',
        targets: [
          [`sum by (route) (rate(tain_api_requests_refused_total{${OF}}[5m]))`, '{{route}}'],
          [`rate(tain_api_statements_refused_total{${OF}}[5m])`, 'statements {{instance}}'],
          [`rate(tain_api_connections_refused_total{${OF}}[5m])`, 'connections {{instance}}'],
          [
            `sum by (route) (rate(tain_api_statements_unsupported_total{${OF}}[5m]))`,
            'unsupported {{route}}',
          ],
        ],
      },
      {
        title: 'Connections of clients',
        unit: 'short',
        targets: [
          [`tain_api_connections{${OF}}`, 'query service {{instance}}'],
          [`tain_status_connections{${OF}}`, 'status service {{instance}}'],
        ],
      },
      {
        title: 'Connections ended',
        unit: 'cps',
        targets: [
          [`rate(tain_api_connections_displaced_total{${OF}}[5m])`, 'displaced {{instance}}'],
          [`rate(tain_api_connections_stalled_total{${OF}}[5m])`, 'stalled {{instance}}'],
          [`rate(tain_status_connections_refused_total{${OF}}[5m])`, 'status service: refused {{instance}}'],
          [
            `rate(tain_status_connections_displaced_total{${OF}}[5m])`,
            'status service: displaced {{instance}}',
          ],
          [`rate(tain_status_connections_stalled_total{${OF}}[5m])`, 'status service: stalled {{instance}}'],
        ],
      },
      {
        title: 'Processes',
        unit: 'short',
        targets: [
          [`tain_api_processes{${OF}}`, 'running {{instance}}'],
          [`increase(tain_api_processes_replaced_total{${OF}}[15m])`, 'replaced {{instance}}'],
        ],
      },
      { title: 'Visible block', unit: 'none', targets: [[`tain_api_visible_block{${OF}}`, '{{instance}}']] },
      {
        title: 'Replicas: lag',
        unit: 's',
        targets: [[`tain_api_replica_lag_seconds{${OF}}`, '{{instance}} {{replica}}']],
      },
      {
        title: 'Replicas: in use, and failures',
        unit: 'none',
        targets: [
          [`tain_api_replica_asked{${OF}}`, '{{instance}} {{replica}}'],
          [`increase(tain_api_replica_failures_total{${OF}}[5m])`, '{{instance}} failures'],
          [`tain_api_replica_left_out{${OF}} > 0`, '{{replica}} excluded: {{reason}}'],
        ],
      },
      {
        title: 'Proofs a second by outcome',
        unit: 'reqps',
        width: 12,
        isStacked: true,
        targets: [
          [
            `sum by (subject, outcome) (rate(tain_api_proof_seconds_count{${OF}}[5m]))`,
            '{{subject}} {{outcome}}',
          ],
        ],
      },
      {
        title: 'Time to create a proof: 99th percentile',
        unit: 's',
        width: 12,
        targets: [
          [
            `histogram_quantile(0.99, sum by (subject, le) (rate(tain_api_proof_seconds_bucket{${OF}}[5m])))`,
            '{{subject}}',
          ],
        ],
      },
    ],
  },
  {
    title: 'Event streams',
    panels: [
      {
        title: 'Lists that are sent as CSV',
        unit: 'short',
        targets: [[`tain_api_csv_files{${OF}}`, '{{instance}}']],
      },
      {
        title: 'Open streams',
        unit: 'short',
        targets: [[`sum by (list) (tain_event_streams_open{${OF}})`, '{{list}}']],
      },
      {
        title: 'Events a second',
        unit: 'short',
        targets: [[`sum by (list) (rate(tain_event_stream_events_total{${OF}}[5m]))`, '{{list}}']],
      },
      {
        title: 'From visible block to event: 99th percentile',
        unit: 's',
        targets: [
          [
            `histogram_quantile(0.99, sum by (instance, le) (rate(tain_event_stream_lag_seconds_bucket{${OF}}[5m])))`,
            '{{instance}}',
          ],
        ],
      },
      {
        title: 'Pages by kind of read',
        unit: 'short',
        targets: [[`sum by (kind) (rate(tain_event_stream_reads_total{${OF}}[5m]))`, '{{kind}}']],
      },
      {
        title: 'Running and waiting reads',
        unit: 'short',
        targets: [
          [`tain_event_stream_live_reads_running{${OF}}`, 'newest block {{instance}}'],
          [`tain_event_stream_live_reads_waiting{${OF}}`, 'newest block, waiting {{instance}}'],
          [`tain_event_stream_replays_running{${OF}}`, 'replays {{instance}}'],
          [`tain_event_stream_replays_waiting{${OF}}`, 'replays, waiting {{instance}}'],
        ],
      },
      {
        title: 'Streams ended or refused a second',
        unit: 'short',
        targets: [
          [`sum by (reason) (rate(tain_event_streams_ended_total{${OF}}[5m]))`, '{{reason}}'],
          [`sum by (limit) (rate(tain_event_streams_refused_total{${OF}}[5m]))`, 'refused: {{limit}}'],
        ],
      },
      {
        title: 'Unsent bytes of slow readers',
        unit: 'bytes',
        targets: [[`tain_event_stream_unsent_bytes{${OF}}`, '{{instance}}']],
      },
    ],
  },
  {
    title: 'Contract calls',
    panels: [
      {
        title: 'Calls a second',
        unit: 'reqps',
        targets: [
          [`sum by (type, status) (rate(tain_evm_call_seconds_count{${OF}}[1m]))`, '{{type}} {{status}}'],
          [`rate(tain_evm_cached_answers_total{${OF}}[1m])`, 'cached {{instance}}'],
        ],
      },
      {
        title: '99th percentile',
        unit: 's',
        targets: [
          [
            `histogram_quantile(0.99, sum by (type, le) (rate(tain_evm_call_seconds_bucket{${OF}}[5m])))`,
            '{{type}}',
          ],
          [
            `histogram_quantile(0.99, sum by (le) (rate(tain_evm_trace_seconds_bucket{${OF}}[5m])))`,
            'traces',
          ],
        ],
      },
      {
        title: 'Threads',
        unit: 'short',
        targets: [
          [`tain_evm_running{${OF}}`, 'running {{instance}}'],
          [`tain_evm_waiting{${OF}}`, 'waiting {{instance}}'],
          [`increase(tain_evm_workers_replaced_total{${OF}}[15m])`, 'replaced {{instance}}'],
          [`tain_evm_paused{${OF}}`, 'paused {{instance}}'],
        ],
      },
      {
        title: 'Gas a second',
        unit: 'short',
        targets: [[`sum by (type) (rate(tain_evm_gas_used_total{${OF}}[1m]))`, '{{type}}']],
      },
      {
        title: 'Bytes of traces a second',
        unit: 'Bps',
        targets: [[`rate(tain_evm_trace_bytes_total{${OF}}[5m])`, '{{instance}}']],
      },
    ],
  },
  {
    title: 'Status service and processes',
    panels: [
      {
        title: 'Components that are not operational',
        description: '2 degraded, 3 partial outage, 4 major outage',
        unit: 'short',
        targets: [[`max by (component) (tain_status_component_severity{${OF}}) > 0`, '{{component}}']],
      },
      { title: 'Evidence is stale', unit: 'short', targets: [[`max(tain_status_stale{${OF}})`, 'stale']] },
      {
        title: 'Memory',
        description: 'Sum over the processes of one `tain start`.',
        unit: 'bytes',
        targets: [[`process_resident_memory_bytes{${OF}}`, '{{instance}}']],
      },
      {
        title: 'Cores in use',
        description: 'Sum over the processes of one `tain start`.',
        unit: 'short',
        targets: [[`rate(process_cpu_seconds_total{${OF}}[1m])`, '{{instance}}']],
      },
      {
        title: 'Event loop delay: 99th percentile',
        unit: 's',
        targets: [[`nodejs_eventloop_lag_p99_seconds{${OF}}`, '{{instance}}']],
      },
      {
        title: 'Open files',
        description: 'Maximum over the processes.',
        unit: 'short',
        targets: [[`process_open_fds{${OF}}`, '{{instance}}']],
      },
      {
        title: 'Disk of the embedded database',
        description: 'Maximum over the processes.',
        unit: 'bytes',
        targets: [
          [`tain_data_free_bytes{${OF}}`, 'free {{instance}}'],
          [`tain_data_size_bytes{${OF}}`, 'size {{instance}}'],
        ],
      },
      {
        title: 'Memory that clients hold',
        unit: 'bytes',
        targets: [[`tain_client_memory_bytes{${OF}}`, '{{instance}}']],
      },
      {
        title: 'Work ended for its memory a second',
        unit: 'cps',
        targets: [[`rate(tain_client_memory_ended_total{${OF}}[5m])`, '{{instance}}']],
      },
    ],
  },
  {
    title: 'gRPC',
    panels: [
      {
        title: 'Open calls',
        description: 'Mostly subscriptions of topics.',
        unit: 'short',
        targets: [
          [`sum by (method) (tain_grpc_calls{${OF}})`, '{{method}}'],
          [`sum(tain_grpc_connections{${OF}})`, 'connections'],
          [`sum(tain_grpc_topics{${OF}})`, 'topics'],
          [`sum(tain_grpc_statements_running{${OF}})`, 'statements'],
          [`sum(tain_grpc_statements_waiting{${OF}})`, 'statements, waiting'],
        ],
      },
      {
        title: 'Messages a second',
        description: 'Stored ones, and those sent as they became visible.',
        unit: 'short',
        targets: [[`sum by (source) (rate(tain_grpc_messages_total{${OF}}[5m]))`, '{{source}}']],
      },
      {
        title: 'From consensus to subscriber',
        description: 'Median and 99th percentile of live messages.',
        unit: 's',
        targets: [
          [
            `histogram_quantile(0.5, sum by (le) (rate(tain_grpc_message_lag_seconds_bucket{${OF}}[5m])))`,
            'median',
          ],
          [
            `histogram_quantile(0.99, sum by (le) (rate(tain_grpc_message_lag_seconds_bucket{${OF}}[5m])))`,
            'p99',
          ],
        ],
      },
      {
        title: 'Ended calls a second',
        description: 'By status code, including refused calls.',
        unit: 'short',
        targets: [
          [`sum by (code) (rate(tain_grpc_calls_total{${OF}}[5m]))`, '{{code}}'],
          [`sum by (reason) (rate(tain_grpc_calls_refused_total{${OF}}[5m]))`, 'refused: {{reason}}'],
        ],
      },
    ],
  },
  {
    title: 'JSON-RPC',
    panels: [
      {
        title: 'Requests a second',
        unit: 'reqps',
        isStacked: true,
        targets: [[`sum by (method) (rate(tain_rpc_request_seconds_count{${OF}}[5m]))`, '{{method}}']],
      },
      {
        title: 'Failed requests a second',
        description: 'By outcome: errors of the client, and failures of the server.',
        unit: 'reqps',
        targets: [
          [
            `sum by (outcome) (rate(tain_rpc_request_seconds_count{${OF},outcome=~"error|failed"}[5m]))`,
            '{{outcome}}',
          ],
        ],
      },
      {
        title: 'Time of a request',
        description: 'Median and 99th percentile.',
        unit: 's',
        targets: [
          [
            `histogram_quantile(0.5, sum by (le) (rate(tain_rpc_request_seconds_bucket{${OF}}[5m])))`,
            'median',
          ],
          [`histogram_quantile(0.99, sum by (le) (rate(tain_rpc_request_seconds_bucket{${OF}}[5m])))`, 'p99'],
        ],
      },
      {
        title: 'Connections',
        unit: 'short',
        targets: [
          [`sum(tain_rpc_connections{${OF}})`, 'connections'],
          [`sum(tain_rpc_websockets{${OF}})`, 'WebSockets'],
          [`sum(tain_rpc_subscriptions{${OF}})`, 'subscriptions'],
          [`sum(tain_rpc_statements_running{${OF}})`, 'statements'],
          [`sum(tain_rpc_statements_waiting{${OF}})`, 'statements, waiting'],
        ],
      },
      {
        title: 'Connections ended',
        unit: 'cps',
        targets: [
          [`rate(tain_rpc_connections_refused_total{${OF}}[5m])`, 'refused {{instance}}'],
          [`rate(tain_rpc_connections_displaced_total{${OF}}[5m])`, 'displaced {{instance}}'],
          [`rate(tain_rpc_connections_stalled_total{${OF}}[5m])`, 'stalled {{instance}}'],
        ],
      },
      {
        title: 'Operator budget, in hbars a day',
        unit: 'short',
        targets: [
          [`max(tain_rpc_budget_spent_hbars{${OF}})`, 'spent or reserved'],
          [`max(tain_rpc_budget_hbars{${OF}})`, 'budget'],
        ],
      },
    ],
  },
];
