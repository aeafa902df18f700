import { type Setting, setting, shownAs } from './setting.ts';
import { boolean, duration, integer, ports, users } from './setting-kinds.ts';

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
} satisfies Record<string, Setting<unknown>>;
