import { NODE_LIMITS } from '@tain/network-simulator/node/node-limits';
import { METRICS_CONNECTIONS } from '../../src/app/roles/metrics.ts';
import { PROOFS } from '../../src/app/streams/raw-streams.ts';
import { CONTRACT_THREADS } from '../../src/calls/pool/pool.ts';
import { CONTRACT_CALLS, CONTRACT_GAS } from '../../src/calls/pool/throttle.ts';
import { TRACES } from '../../src/calls/pool/transaction-traces.ts';
import { GRPC_CALLS, GRPC_STARTS } from '../../src/grpc/calls.ts';
import { GRPC_STATEMENTS } from '../../src/grpc/reads.ts';
import { GRPC_CONNECTIONS } from '../../src/grpc/sessions.ts';
import { GRPC_PAGES } from '../../src/grpc/topics.ts';
import { HELD_BYTES } from '../../src/kernel/limits/byte-account.ts';
import type { Limit } from '../../src/kernel/limits/limit.ts';
import { CONTROL_CONNECTIONS } from '../../src/local-network/folder/control-server.ts';
import { HTTP_CONNECTIONS } from '../../src/net/connection-limits.ts';
import { INPUT_BYTES } from '../../src/net/input-turns.ts';
import { CSV_FILES, CSV_READS } from '../../src/rest/http/csv-files.ts';
import { STATEMENTS } from '../../src/rest/http/query-gate.ts';
import { WAITING_REQUESTS } from '../../src/rest/http/waiting/wait-queue.ts';
import { EVENT_STREAMS, LIVE_READS, REPLAY_READS } from '../../src/rest/streams/event-streams.ts';
import { RPC_FILTERS } from '../../src/rpc/method/installed-filters.ts';
import { RPC_SUBSCRIPTIONS } from '../../src/rpc/method/subscriptions.ts';
import { RPC_SENDS } from '../../src/rpc/nodes/network-sender.ts';
import { RPC_STATEMENTS } from '../../src/rpc/server.ts';
import { RPC_MESSAGES } from '../../src/rpc/transport/http.ts';
import { RPC_WEBSOCKETS } from '../../src/rpc/transport/websockets.ts';
import { INCIDENT_PAGES } from '../../src/status/http/server.ts';

/** All limits that clients share. The table of them in `docs/security.md` is made from this list. */
export const LIMITS: readonly Limit[] = [
  HELD_BYTES,
  INPUT_BYTES,
  HTTP_CONNECTIONS,
  STATEMENTS,
  WAITING_REQUESTS,
  EVENT_STREAMS,
  REPLAY_READS,
  LIVE_READS,
  CSV_FILES,
  CSV_READS,
  PROOFS,
  CONTRACT_CALLS,
  CONTRACT_GAS,
  TRACES,
  CONTRACT_THREADS,
  GRPC_CONNECTIONS,
  GRPC_CALLS,
  GRPC_STARTS,
  GRPC_STATEMENTS,
  GRPC_PAGES,
  RPC_MESSAGES,
  RPC_STATEMENTS,
  RPC_WEBSOCKETS,
  RPC_FILTERS,
  RPC_SUBSCRIPTIONS,
  RPC_SENDS,
  INCIDENT_PAGES,
  METRICS_CONNECTIONS,
  CONTROL_CONNECTIONS,
  // The simulator is a package with its own limits.
  {
    name: 'node-connections',
    kind: 'open',
    counts: "connections of a local network's node",
    max: NODE_LIMITS.connections,
    perClient: NODE_LIMITS.connections,
  },
  {
    name: 'node-calls',
    kind: 'open',
    counts: "calls of a local network's node",
    max: NODE_LIMITS.calls,
    perClient: NODE_LIMITS.callsPerClient,
  },
];

const count = (number: number): string => number.toLocaleString('en');
const MEGABYTE = 1024 * 1024;

function inAll(limit: Limit): string {
  switch (limit.kind) {
    case 'rate':
      return `${count(limit.max)} a second`;
    case 'open':
      return count(limit.max);
    case 'bytes':
      return `${count(limit.max / MEGABYTE)} MB`;
    case 'concurrency': {
      const { max, spare = 0, waiting } = limit;
      const spareText = spare > 0 ? `, ${spare} more for a client without any` : '';
      return `${count(max)}${spareText}${waiting === undefined ? '' : `; ${count(waiting)} wait`}`;
    }
  }
}

function ofOneClient(limit: Limit): string {
  switch (limit.kind) {
    case 'rate':
      return 'an equal share';
    case 'open':
      return count(limit.perClient);
    case 'bytes':
      return 'the client with the most loses its newest work';
    case 'concurrency':
      return 'takes turns';
  }
}

/** Returns the table of all limits in Markdown. */
export function limitsTable(): string {
  const rows = LIMITS.map((limit) => {
    const settings = (limit.settings ?? []).map((name) => `\`${name}\``).join(', ');
    return [limit.counts, inAll(limit), ofOneClient(limit), settings];
  });
  const head = ['what', 'in all', 'one client, while others compete', 'setting'];
  const lines = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |'));
  return [lines[0], '|---|---|---|---|', ...lines.slice(1)].join('\n');
}

const BEGIN = '<!-- limits: made by `npm run docs` -->\n';
const END = '\n<!-- end of limits -->';

/** Returns a page with the table of limits between its marks. Throws when it has no marks. */
export function withLimitsTable(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('the page has no marks for the limits');
  return `${before}${BEGIN}\n${limitsTable()}\n${END}${after}`;
}
