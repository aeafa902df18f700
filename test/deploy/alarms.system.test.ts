import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { findDebianProgram } from './debian-program.ts';

// Checks with Prometheus that each alarm fires for its fault and for no other: two hours of a healthy mirror, with the
// effect of the fault on its metrics. All faults occur concurrently, each on its own network (`job`), which takes a
// tenth of the time, and shows that no alarm confuses networks. `test/app/commands/metrics.system.test.ts` checks that
// these metrics exist.

const RULES = fileURLToPath(new URL('../../deploy/prometheus-alerts.yaml', import.meta.url));
const ALARMS = (
  parse(readFileSync(RULES, 'utf8')) as { groups: { rules: { alert: string }[] }[] }
).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

const promtool = await findDebianProgram('promtool', 'prometheus', 'alarms');

/** Samples every minute for two hours: `a+bxn` starts with a and grows by b; `_` is a missing sample. */
type Series = Readonly<Record<string, string>>;

const MAIN = 'job="tain-mainnet",instance="main"';
const OTHER_NETWORK = 'job="tain-mainnet",instance="beside"';
const N = 120;

const WELL: Series = {
  [`up{${MAIN}}`]: `1x${N}`,
  [`up{${OTHER_NETWORK}}`]: `1x${N}`,
  [`tain_ingest_last_block_timestamp_seconds{${MAIN}}`]: `0+60x${N}`,
  [`tain_ingest_writing{${MAIN}}`]: `1x${N}`,
  [`tain_ingest_writing{${OTHER_NETWORK}}`]: `0x${N}`,
  [`tain_ingest_failing{${MAIN}}`]: `0x${N}`,
  [`tain_ingest_failing{${OTHER_NETWORK}}`]: `0x${N}`,
  [`tain_ingest_blocked{${MAIN}}`]: `0x${N}`,
  [`tain_ingest_standby{${MAIN}}`]: `0x${N}`,
  [`tain_ingest_standby{${OTHER_NETWORK}}`]: `1x${N}`,
  [`tain_ingest_disconnected{${MAIN}}`]: `0x${N}`,
  [`tain_ingest_disconnected{${OTHER_NETWORK}}`]: `0x${N}`,
  [`tain_ingest_waiting{${MAIN}}`]: `0x${N}`,
  [`tain_ingest_unstored_blocks{${MAIN}}`]: `0x${N}`,
  [`tain_ingest_signatures_total{${MAIN},node="0",outcome="verified"}`]: `0+28x${N}`,
  [`tain_ingest_signatures_total{${MAIN},node="0",outcome="missing"}`]: `0x${N}`,
  [`tain_ingest_signatures_total{${MAIN},node="0",outcome="invalid"}`]: `0x${N}`,
  [`tain_ingest_trusts_chain{${MAIN}}`]: `0x${N}`,
  [`tain_ingest_database_retries_total{${MAIN}}`]: `0x${N}`,
  [`tain_store_requests_total{${MAIN},store="s3",result="ok"}`]: `0+400x${N}`,
  [`tain_store_requests_total{${MAIN},store="s3",result="timeout"}`]: `0x${N}`,
  [`tain_archive_owed_blocks{${MAIN}}`]: `0x${N}`,
  [`tain_block_node_failures_total{${MAIN},node="a",code="timeout"}`]: `0x${N}`,
  [`tain_api_requests_total{${MAIN},route="/api/v1/blocks",status="200"}`]: `0+4000x${N}`,
  [`tain_api_requests_total{${MAIN},route="/api/v1/blocks",status="503"}`]: `0x${N}`,
  [`tain_api_request_duration_seconds_bucket{${MAIN},le="0.1"}`]: `0+4000x${N}`,
  [`tain_api_request_duration_seconds_bucket{${MAIN},le="2"}`]: `0+4000x${N}`,
  [`tain_api_request_duration_seconds_bucket{${MAIN},le="+Inf"}`]: `0+4000x${N}`,
  [`tain_api_requests_refused_total{${MAIN}}`]: `0x${N}`,
  [`tain_grpc_calls_total{${MAIN},method="subscribeTopic",code="ok"}`]: `0+60x${N}`,
  [`tain_grpc_calls_total{${MAIN},method="subscribeTopic",code="unavailable"}`]: `0x${N}`,
  [`tain_grpc_calls_refused_total{${MAIN},reason="client"}`]: `0x${N}`,
  [`tain_api_statements_running{${MAIN}}`]: `3x${N}`,
  [`tain_api_statements_most{${MAIN}}`]: `10x${N}`,
  [`tain_api_statements_waiting{${MAIN}}`]: `0x${N}`,
  [`tain_api_connections_refused_total{${MAIN}}`]: `0x${N}`,
  [`tain_status_connections_refused_total{${MAIN}}`]: `0x${N}`,
  [`tain_api_processes_replaced_total{${MAIN}}`]: `0x${N}`,
  [`tain_evm_waiting{${MAIN}}`]: `0x${N}`,
  [`tain_evm_workers_replaced_total{${MAIN}}`]: `0x${N}`,
  [`tain_status_stale{${MAIN}}`]: `0x${N}`,
  [`process_open_fds{${MAIN}}`]: `100x${N}`,
  [`process_max_fds{${MAIN}}`]: `1000x${N}`,
  [`tain_api_replica_asked{${MAIN},replica="one"}`]: `1x${N}`,
  [`tain_retention_failures_total{${MAIN}}`]: `0x${N}`,
  [`tain_data_free_bytes{${MAIN}}`]: `500000000000x${N}`,
  [`tain_data_size_bytes{${MAIN}}`]: `1000000000000x${N}`,
};

/** Returns the samples of two consecutive hours. */
const then = (first: string, second: string): string => `${first}x59 ${second}x60`;

/** Faults that begin after an hour, and the alarms that fire at the end of the second hour. */
const FAULTS: readonly [what: string, series: Series, alarms: readonly string[]][] = [
  ['no fault', {}, []],
  ['a process does not respond', { [`up{${MAIN}}`]: then('1', '0') }, ['TainDown']],
  [
    'the network is silent',
    { [`tain_ingest_last_block_timestamp_seconds{${MAIN}}`]: '0+60x59 3600x60' },
    ['TainLagging'],
  ],
  [
    'a new process finds an old block and stores none: its lag is reported before it stores',
    { [`tain_ingest_last_block_timestamp_seconds{${MAIN}}`]: `_x115 600x5` },
    ['TainLagging'],
  ],
  [
    'one of two mirrors lags',
    {
      'tain_ingest_last_block_timestamp_seconds{job="tain-testnet",instance="main"}': '0+60x59 3600x60',
    },
    ['TainLagging'],
  ],
  [
    'an ingest that never stored a block',
    { 'tain_ingest_writing{job="tain-testnet",instance="main"}': `1x${N}` },
    ['TainNothingStored'],
  ],
  [
    'the writer has exited, and no standby takes over',
    { [`tain_ingest_writing{${MAIN}}`]: '1x115 0x5' },
    ['TainNobodyWrites'],
  ],
  ['two processes write', { [`tain_ingest_writing{${OTHER_NETWORK}}`]: then('0', '1') }, ['TainTwoWriters']],
  ['the standby has exited', { [`tain_ingest_standby{${OTHER_NETWORK}}`]: '1x59 _x60' }, ['TainNoStandby']],
  ['the stream waits', { [`tain_ingest_waiting{${MAIN}}`]: then('0', '1') }, ['TainStreamWaits']],
  [
    'a lock blocks the ingest, with the maximum number of prefetched blocks',
    {
      [`tain_ingest_unstored_blocks{${MAIN}}`]: then('0', '66'),
      [`tain_ingest_last_block_timestamp_seconds{${MAIN}}`]: '0+60x59 3600x60',
    },
    ['TainLagging', 'TainStoringFallsBehind'],
  ],
  [
    'the ingest catches up, at four times real time',
    {
      [`tain_ingest_unstored_blocks{${MAIN}}`]: then('0', '66'),
      [`tain_ingest_last_block_timestamp_seconds{${MAIN}}`]: '-100000+240x120',
    },
    ['TainLagging'],
  ],
  [
    'a node does not sign',
    {
      [`tain_ingest_signatures_total{${MAIN},node="0",outcome="verified"}`]: '0+28x59 1652x60',
      [`tain_ingest_signatures_total{${MAIN},node="0",outcome="missing"}`]: '0x59 0+28x60',
    },
    ['TainNodeDoesNotSign'],
  ],
  [
    'a signature is wrong',
    { [`tain_ingest_signatures_total{${MAIN},node="0",outcome="invalid"}`]: '0x115 1x5' },
    ['TainSignatureDiverges'],
  ],
  [
    'blocks are trusted by their hash chain',
    { [`tain_ingest_trusts_chain{${MAIN}}`]: `1x${N}` },
    ['TainTrustsChain'],
  ],
  [
    'the network is newer',
    { [`tain_ingest_unrecognized_total{${MAIN},kind="transaction type"}`]: '0x115 3x5' },
    ['TainNetworkIsNewer'],
  ],
  [
    'the database fails repeatedly',
    { [`tain_ingest_database_retries_total{${MAIN}}`]: '0x59 0+4x60' },
    ['TainDatabaseFails'],
  ],
  [
    "the database refuses the writer's rows",
    {
      [`tain_ingest_failing{${MAIN}}`]: '0x115 1x5',
      [`tain_ingest_writing{${MAIN}}`]: '1x115 0x5',
    },
    ['TainDatabaseFails', 'TainNobodyWrites'],
  ],
  [
    'the writer waits for a lock',
    {
      [`tain_ingest_blocked{${MAIN}}`]: '0x115 1x5',
      [`tain_ingest_writing{${MAIN}}`]: '1x115 0x5',
    },
    ['TainDatabaseFails', 'TainNobodyWrites'],
  ],
  [
    'the writer has lost its database',
    {
      [`tain_ingest_disconnected{${MAIN}}`]: '0x115 1x5',
      [`tain_ingest_writing{${MAIN}}`]: '1x115 0x5',
    },
    ['TainDatabaseFails', 'TainNobodyWrites'],
  ],
  [
    'a bucket hangs',
    { [`tain_store_requests_total{${MAIN},store="s3",result="timeout"}`]: '0x59 0+120x60' },
    ['TainStoreFails'],
  ],
  [
    'far too many requests to a bucket',
    { [`tain_store_requests_total{${MAIN},store="s3",result="ok"}`]: '0+80000x120' },
    ['TainStoreRequests'],
  ],
  ['the archive is stuck', { [`tain_archive_owed_blocks{${MAIN}}`]: then('0', '101') }, ['TainArchiveOwes']],
  [
    'block nodes fail',
    { [`tain_block_node_failures_total{${MAIN},node="a",code="timeout"}`]: '0x59 0+4x60' },
    ['TainBlockNodesFail'],
  ],
  [
    'requests fail',
    { [`tain_api_requests_total{${MAIN},route="/api/v1/blocks",status="503"}`]: '0x59 0+80x60' },
    ['TainApiFails'],
  ],
  [
    'requests are slow',
    { [`tain_api_request_duration_seconds_bucket{${MAIN},le="0.1"}`]: '0+3600x120' },
    ['TainApiSlow'],
  ],
  [
    'requests are refused',
    { [`tain_api_requests_refused_total{${MAIN}}`]: '0x59 0+120x60' },
    ['TainApiRefuses'],
  ],
  [
    'gRPC calls fail',
    { [`tain_grpc_calls_total{${MAIN},method="subscribeTopic",code="unavailable"}`]: '0x59 0+30x60' },
    ['TainGrpcFails'],
  ],
  [
    'a server that is replaced ends 5,000 subscriptions',
    { [`tain_grpc_calls_total{${MAIN},method="subscribeTopic",code="unavailable"}`]: '0x112 5000x8' },
    [],
  ],
  [
    'one of few calls fails',
    {
      [`tain_grpc_calls_total{${MAIN},method="subscribeTopic",code="ok"}`]: `0x${N}`,
      [`tain_grpc_calls_total{${MAIN},method="subscribeTopic",code="unavailable"}`]: '0x100 1x20',
    },
    [],
  ],
  [
    'gRPC calls are refused',
    { [`tain_grpc_calls_refused_total{${MAIN},reason="client"}`]: '0x59 0+120x60' },
    ['TainGrpcRefuses'],
  ],
  [
    'the pool is full',
    {
      [`tain_api_statements_running{${MAIN}}`]: then('3', '10'),
      [`tain_api_statements_waiting{${MAIN}}`]: then('0', '5'),
    },
    ['TainPoolFull'],
  ],
  [
    'connections are refused',
    { [`tain_status_connections_refused_total{${MAIN}}`]: '0x117 4x3' },
    ['TainConnectionsRefused'],
  ],
  [
    'a process was replaced',
    { [`tain_api_processes_replaced_total{${MAIN}}`]: '0x115 1x5' },
    ['TainProcessReplaced'],
  ],
  ['contract calls wait', { [`tain_evm_waiting{${MAIN}}`]: then('0', '60') }, ['TainCallsWait']],
  [
    'threads of contract calls are replaced',
    { [`tain_evm_workers_replaced_total{${MAIN}}`]: '0x112 5x8' },
    ['TainCallWorkersReplaced'],
  ],
  [
    'the status page has no evidence',
    { [`tain_status_stale{${MAIN}}`]: then('0', '1') },
    ['TainStatusStale'],
  ],
  ['file descriptors run out', { [`process_open_fds{${MAIN}}`]: then('100', '900') }, ['TainFilesRunOut']],
  [
    'a replica is excluded',
    { [`tain_api_replica_asked{${MAIN},replica="one"}`]: then('1', '0') },
    ['TainReplicaLeftOut'],
  ],
  ['retention fails', { [`tain_retention_failures_total{${MAIN}}`]: '0x59 0+28x60' }, ['TainRetentionFails']],
  ['the disk is nearly full', { [`tain_data_free_bytes{${MAIN}}`]: '90000000000x120' }, ['TainDiskFillsUp']],
  [
    'the disk will be full within a day',
    { [`tain_data_free_bytes{${MAIN}}`]: '500000000000-2000000000x120' },
    ['TainDiskFillsUp'],
  ],
];

test('each alarm has a fault', () => {
  expect(new Set(FAULTS.flatMap(([, , alarms]) => alarms))).toEqual(new Set(ALARMS));
});

test.skipIf(promtool === null)(
  'each fault raises its alarms, and no other',
  () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'tain-alarms-'));
    try {
      const file = path.join(folder, 'faults.yaml');
      writeFileSync(
        file,
        stringify({
          rule_files: [RULES],
          // Half of the samples: each evaluation of all rules takes promtool a twentieth of a second.
          evaluation_interval: '2m',
          tests: [
            {
              interval: '1m',
              input_series: FAULTS.flatMap(([what, series]) =>
                Object.entries({ ...WELL, ...series }).map(([each, values]) => ({
                  series: each.replace(/job="([a-z-]+)"/, `job="$1: ${what}"`),
                  values,
                })),
              ),
              promql_expr_test: [
                {
                  expr: `count by (alertname, fault) (label_replace(ALERTS{alertstate="firing"}, "fault", "$1", "job", "[a-z-]+: (.*)"))`,
                  eval_time: '2h',
                  exp_samples: FAULTS.flatMap(([what, , alarms]) =>
                    alarms.map((alertname) => ({
                      labels: `{alertname="${alertname}", fault="${what}"}`,
                      value: 1,
                    })),
                  ),
                },
              ],
            },
          ],
        }),
      );
      let output = '';
      try {
        execFileSync(promtool ?? '', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' });
      } catch (error) {
        const { stdout, stderr } = error as { stdout?: string; stderr?: string };
        output = `${stdout}${stderr}`;
      }
      expect(output).toBe('');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  180_000,
);
