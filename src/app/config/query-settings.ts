import { databaseUrls, ports, users } from './query-kinds.ts';
import { type Setting, setting, shownAs } from './setting.ts';
import { boolean, duration, integer, optional } from './setting-kinds.ts';

/** Settings of the query service (role `api`). */
export const QUERY_SETTINGS = {
  port: setting('Query service', 'TAIN_PORT', integer(0, 65_535), '5551', 'Port of the query service.'),
  furtherPorts: setting(
    'Query service',
    'TAIN_FURTHER_PORTS',
    ports,
    '',
    'Ports at which the query service is reached, too. `8084,8545` are those at which the SDKs ask a mirror on their own machine for fees and contract calls.',
  ),
  apiProcesses: shownAs(
    setting(
      'Query service',
      'TAIN_API_PROCESSES',
      optional(integer(1, 64)),
      '',
      'Processes that answer behind the one port ([what they share](scaling.md#all-cores)). 1: the process of `tain start` answers itself.',
    ),
    'a core for each, less one for the ingest of the same start; half of that with the database on this machine; at most 8',
  ),
  apiConnections: shownAs(
    setting(
      'Query service',
      'TAIN_API_CONNECTIONS',
      optional(integer(1, 1000)),
      '',
      'Statements that run at once, those of all its processes together; each has one at least.',
    ),
    '10, or 5 for each process where that is more',
  ),
  trustProxy: setting(
    'Query service',
    'TAIN_TRUST_PROXY',
    boolean,
    'off',
    'Whether a proxy stands in front whose entry in `X-Forwarded-For`, the last one, says who asks. Else all behind it have the share of one client.',
  ),
  limitDefault: setting(
    'Query service',
    'TAIN_LIMIT_DEFAULT',
    integer(1, 10_000),
    '25',
    'Items on a page when the request does not say.',
  ),
  limitMax: setting('Query service', 'TAIN_LIMIT_MAX', integer(1, 10_000), '100', 'Most items on a page.'),
  tokenBalanceLimitSingle: setting(
    'Query service',
    'TAIN_TOKEN_BALANCE_LIMIT_SINGLE_ACCOUNT',
    integer(1, 100_000),
    '1000',
    'Most token balances inside the answer about one account.',
  ),
  tokenBalanceLimitMultiple: setting(
    'Query service',
    'TAIN_TOKEN_BALANCE_LIMIT_MULTIPLE_ACCOUNTS',
    integer(1, 10_000),
    '50',
    'Most token balances of each account inside a list.',
  ),
  maxRepeatedParameters: setting(
    'Query service',
    'TAIN_MAX_REPEATED_PARAMETERS',
    integer(1, 1000),
    '100',
    'Most values of one query parameter.',
  ),
  delegationAddress: setting(
    'Query service',
    'TAIN_DELEGATION_ADDRESS',
    boolean,
    'true',
    'Whether accounts show `delegation_address` and contract results `authorization_list`.',
  ),
  users: shownAs(
    setting(
      'Query service',
      'TAIN_USERS',
      users,
      '[]',
      'Users with a page limit of their own (basic authentication): JSON list of `{"username", "password", "limit"}`.',
    ),
    'none',
  ),
  cache: setting(
    'Query service',
    'TAIN_CACHE',
    boolean,
    'on',
    'Whether answers are kept until the next block.',
  ),
  readDatabaseUrls: shownAs(
    setting(
      'Query service',
      'TAIN_READ_DATABASE_URLS',
      databaseUrls,
      '',
      'Streaming replicas of the database that `DATABASE_URL` names, which requests are read from while they are in step (docs/scaling.md).',
    ),
    'none: requests are read from the primary',
  ),
  replicaMaxLag: setting(
    'Query service',
    'TAIN_REPLICA_MAX_LAG',
    duration,
    '5s',
    'Time that a block of the primary may be missing on a replica before that is left out; also how old an answer may be at most while replicas lag.',
  ),
  statementTimeout: setting(
    'Query service',
    'TAIN_STATEMENT_TIMEOUT',
    duration,
    '10s',
    'Time after which the database gives up a query.',
  ),
  requestTimeout: setting(
    'Query service',
    'TAIN_REQUEST_TIMEOUT',
    duration,
    '15s',
    'Time after which a request is answered with 503.',
  ),
  waitDefault: setting(
    'Query service',
    'TAIN_WAIT_DEFAULT',
    duration,
    '10s',
    'Time that a request with `waitFor` waits when it does not say so (`Prefer: wait=5`).',
  ),
  waitMax: setting(
    'Query service',
    'TAIN_WAIT_MAX',
    duration,
    '30s',
    'Longest time that a request waits for what is not visible yet. `0s`: none does.',
  ),
  mostInWait: setting(
    'Query service',
    'TAIN_WAITING',
    integer(1, 100_000),
    '5000',
    'Requests that wait so at once, those of all its processes together; further ones are refused with 503.',
  ),
  mostInWaitPerClient: shownAs(
    setting(
      'Query service',
      'TAIN_WAITING_PER_CLIENT',
      optional(integer(1, 100_000)),
      '',
      'The same of one client; its further ones are refused with 429.',
    ),
    'a tenth of `TAIN_WAITING`; behind a proxy that is not trusted all are one client',
  ),
} satisfies Record<string, Setting<unknown>>;
