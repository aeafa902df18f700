import type { Request, Resource } from '../answers.ts';

/** Paths without a route: each family of services has its own response. */
const NO_ROUTE = '(no route)';
const missing = (url: string): Request => ({
  route: NO_ROUTE,
  family: 'ledger',
  url,
  expected: '404 Not found',
  headers: { 'content-type': 'application/json; charset=utf-8' },
});
const missingResource = (url: string, path = url): Request => {
  const resource = path.endsWith('/') ? path.slice(0, -1) : path;
  return {
    route: NO_ROUTE,
    family: 'network',
    url,
    expected: `404 No static resource api/v1${resource} for request '/api/v1${path}'.`,
    headers: { 'content-type': 'application/json' },
  };
};
const query = (length: number): string => Array.from({ length }, (_, index) => `a${index}=1`).join('&');

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

export const paths: Resource = {
  rows: {},
  requests: [
    missing('/nothing'),
    missing('/accounts/1001/nothing'),
    missing('/blocks/1/2'),
    missing('/topics'),
    missingResource('/network/nothing'),
    missingResource('/network/nothing/?limit=1', '/network/nothing/'),
    missingResource('/topics/'),
    {
      route: '/blocks',
      family: 'ledger',
      url: `/blocks?${query(1001)}`,
      expected: '400 Parameter limit exceeded. Only 1000 parameters allowed.',
    },
    {
      route: '/blocks',
      family: 'ledger',
      url: '/blocks?limit[a][b]=1',
      expected: '400 Input depth exceeded depth option of 1 and strictDepth is true',
    },
    {
      route: '/blocks',
      family: 'ledger',
      url: '/blocks?limit[a]=1',
      expected: '400 Invalid parameter: limit',
    },
    {
      route: '/schedules/{scheduleId}',
      family: 'lookup',
      url: '/schedules/1702?x[a][b]=1',
      expected: '400 Input depth exceeded depth option of 1 and strictDepth is true',
    },
    {
      // Each spelling alone is within the limit, but not both together.
      route: '/blocks',
      family: 'ledger',
      url: `/blocks?${Array.from({ length: 60 }, () => 'limit=1').join('&')}&${Array.from({ length: 60 }, () => 'Limit=1').join('&')}`,
      expected: '400 Parameter values count exceeds maximum number allowed: limit count: 120 max: 100',
    },
    {
      route: '/blocks',
      family: 'ledger',
      url: '/blocks',
      server: 'small',
      requestHeaders: basic('reader:wrong'),
      expected: '401 Invalid credentials',
    },
  ],
};
