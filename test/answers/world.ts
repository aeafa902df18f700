import { openApiDocument } from '../../src/rest/openapi/document.ts';
import type { ApiSettings } from '../../src/rest/route/settings.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { createTestDatabase } from '../database.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { AnswerValidator } from '../rest/openapi/answer-validator.ts';
import { readJson } from '../rest/oracle/compare.ts';
import { insert } from '../rest/rows.ts';
import type { Rows } from './answers.ts';
import type { Case } from './expand.ts';
import { SMALL } from './page-rules.ts';

const VALIDATOR = new AnswerValidator(openApiDocument(ROUTES));

/** A response with integers beyond 2^53 as bigint. */
export interface Answered {
  /** Differences from the interface description. */
  readonly problems: readonly string[];
  readonly status: number;
  readonly answer: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Servers on one database. */
export interface World {
  /** Sends a request. `init`: further headers, and a signal that aborts it. */
  send(one: Case, init?: Pick<RequestInit, 'headers' | 'signal'>): Promise<Answered>;
  close(): Promise<void>;
}

/** Current time of the servers in milliseconds, which is after all rows. */
const CLOCK = 1_000_000_000;

/** A user that may request one item more than others from the server with small pages. */
const USER = { username: 'reader', password: 'secret', limit: SMALL.max + 1 };

/** Loads the rows and starts a server with default settings, and one with small pages; `further` applies to both. */
export async function startWorld(rows: readonly Rows[], further: Partial<ApiSettings> = {}): Promise<World> {
  const { database, drop } = await createTestDatabase();
  for (const tables of rows) {
    for (const [table, values] of Object.entries(tables)) await insert(database, table, values);
  }
  await database.pool.query('analyze');
  const open = (settings: object): Promise<TestApi> =>
    startTestApi({ database, clock: () => CLOCK, settings: { maxConnections: 4, ...settings, ...further } });
  const plain = await open({});
  const small = await open({ limitDefault: SMALL.byDefault, limitMax: SMALL.max, users: [USER] });
  return {
    async send({ server, url, method = 'GET', body, requestHeaders = {} }, { headers, signal } = {}) {
      const api = server === 'small' ? small : plain;
      const response = await api.get(url, {
        method,
        headers: { ...requestHeaders, ...headers },
        ...(body === undefined ? {} : { body }),
        ...(signal && { signal }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      return {
        status: response.status,
        answer: isJson ? readJson(text) : text,
        problems:
          response.status === 304 || method === 'HEAD'
            ? []
            : VALIDATOR.checkResponse(method === 'POST' ? 'post' : 'get', url, {
                status: response.status,
                headers: response.headers,
                text,
              }),
        headers: Object.fromEntries(response.headers),
      };
    },
    async close() {
      await plain.close();
      await small.close();
      await drop();
    },
  };
}
