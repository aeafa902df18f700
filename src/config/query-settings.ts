import { type Setting, setting, shownAs } from '../kernel/settings/setting.ts';
import { databaseUrl, integer, optional, type Reader, url } from '../kernel/settings/setting-kinds.ts';
import { API_SETTINGS } from '../rest/route/settings.ts';

/** Any number of ports, separated by commas, or the word for none. */
const portsOrOff: Reader<readonly number[]> = {
  kind: 'ports or `off`',
  read(value) {
    if (value === 'off') return [];
    const found = value.split(',').map((port) => (/^\s*\d{1,5}\s*$/.test(port) ? Number(port) : -1));
    if (found.some((port) => port < 0 || port > 65_535)) throw new Error('ports such as 8084,8545, or off');
    // Each 0 is another free port.
    return found.filter((port, index) => port === 0 || found.indexOf(port) === index);
  },
};

/** Any number of PostgreSQL URLs, separated by commas; a comma inside a URL is written `%2C`. */
const databaseUrls: Reader<readonly string[]> = {
  kind: 'URLs',
  secret: true,
  read(value) {
    if (value === '') return [];
    return value.split(',').map((part) => databaseUrl.read(part.trim()));
  },
};

/**
 * Ports, besides 5551, at which SDKs expect the REST API of a local network: 8084 for fee estimates and registered nodes,
 * 8545 for contract calls (JavaScript, Java), 38081 for everything (Java, Go, Python). Solo's mirror node has them.
 */
export const LOCAL_NETWORK_PORTS = [8084, 8545, 38_081] as const;

/** Settings of the query service (role `api`): those of each of its processes, and those of the service. */
export const QUERY_SETTINGS = {
  port: setting(
    'Query service',
    'TAIN_PORT',
    integer(0, 65_535),
    '5551',
    'Port of the query service. 0: any free one, also for every other port that is not set.',
  ),
  furtherPorts: shownAs(
    setting(
      'Query service',
      'TAIN_FURTHER_PORTS',
      optional(portsOrOff),
      '',
      'Further ports of the query service, which [SDKs](clients.md#sdks) expect; 0: any free one. A set port must be free; a taken default is left out with a warning.',
    ),
    `\`${LOCAL_NETWORK_PORTS.join(',')}\` of network \`demo\`, with \`TAIN_PORT=0\` as many free ones; else none`,
  ),
  apiProcesses: shownAs(
    setting(
      'Query service',
      'TAIN_API_PROCESSES',
      optional(integer(1, 64)),
      '',
      'Processes that answer behind the one port ([what they share](scaling.md#all-cores)). 1: that of `tain start` itself.',
    ),
    'the number of cores, less one with an ingest in the same start; half of that with the database on this machine; at most 8',
  ),
  apiConnections: shownAs(
    setting(
      'Query service',
      'TAIN_API_CONNECTIONS',
      optional(integer(1, 1000)),
      '',
      'Concurrent statements of all processes; each has at least one.',
    ),
    '10, or 5 for each process if that is more',
  ),
  ...API_SETTINGS,
  sourcifyUrl: shownAs(
    setting(
      'Query service',
      'TAIN_SOURCIFY_URL',
      optional(url('http:', 'https:')),
      '',
      'Sourcify server (`https://sourcify.dev/server`) in which the [explorer](explorer.md#sourcify) looks for the source of a contract when its user asks for it.',
    ),
    'none: the explorer connects to no such server',
  ),
  readDatabaseUrls: shownAs(
    setting(
      'Query service',
      'TAIN_READ_DATABASE_URLS',
      databaseUrls,
      '',
      '[Streaming replicas](scaling.md#replicas) of `DATABASE_URL` from which requests, streams and gRPC calls are read while they are up to date.',
    ),
    'none: the primary is read',
  ),
} satisfies Record<string, Setting<unknown>>;
