import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Route } from '../../src/rest/route/route.ts';
import { OPERATORS } from './answers.ts';
import type { Case } from './expand.ts';

/**
 * Error texts that rows and requests alone cannot cause, with the test that covers each, or the source if the text is
 * never sent.
 */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  '${path} field ${NOT_HEX}': 'test/rest/contracts/read-call.unit.test.ts',
  '${path} field must not be empty': 'test/rest/contracts/read-call.unit.test.ts',
  'Block ${number} is not visible yet': 'test/rest/replicas.system.test.ts',
  'Internal error': 'test/answers/failures.test.ts',
  'Invalid header: ${BLOCK_HEADER}': 'test/rest/replicas.system.test.ts',
  'Invalid header: ${LAST_EVENT_HEADER}': 'test/rest/streams/streams.test.ts',
  'Invalid parameter: cursor': 'test/rest/streams/streams.test.ts',
  'Invalid parameter: cursor (${printTimestamp(cursor.time)} is in the future)':
    'test/rest/streams/streams.test.ts',
  'Message is gone': 'test/rest/proofs/proofs.test.ts',
  'No network stake data found': 'test/rest/network/network.test.ts',
  'Not proven yet': 'test/rest/proofs/proofs.test.ts',
  'Raw file differs': 'test/rest/proofs/proofs.test.ts',
  'Raw file is no longer available': 'test/rest/proofs/proofs.test.ts',
  'Running hashes of that time prove no message': 'test/rest/proofs/proofs.test.ts',
  'Not acceptable': 'test/rest/proofs/proofs.test.ts',
  'The engine of this database does not support this request': 'test/citus/unsupported.citus.test.ts',
  'The proof of a record file is JSON: there is no other form of it': 'test/rest/proofs/proofs.test.ts',
  'More than ${perClient} lists as CSV of one client': 'test/rest/csv/csv.test.ts',
  'Too many lists as CSV': 'test/rest/csv/csv-files.unit.test.ts',
  // The client has disconnected, so the text is never sent.
  'No client waits for the answer': 'src/rest/http/query-gate.ts',
  'Service unavailable': 'test/answers/failures.test.ts',
  "The history begins at ${printTimestamp(start.at)}, in the middle of the network's history: earlier balances are unknown":
    'test/rest/start.extended.test.ts',
  "The history begins at ${printTimestamp(start.at)}, in the middle of the network's history: earlier state is unknown":
    'test/rest/start.extended.test.ts',
  'The history does not reach back to ${printTimestamp(time)}': 'test/rest/retention.extended.test.ts',
  // The text is never sent, because the stream tries again.
  'The server does not have the last block yet': 'src/rest/streams/stream-filter.ts',
  'The time budget of the request ended': 'test/answers/failures.test.ts',
  'Too many requests are waiting for something that is not visible yet':
    'test/rest/http/waiting/waiting.system.test.ts',
  'Too many requests': 'test/rest/streams/bounds.system.test.ts',
  'Too many failed attempts': 'test/rest/strangers.extended.test.ts',
  'Too many requests are waiting for the database': 'test/rest/http/query-gate.unit.test.ts',
  'The events after ${printCursor(cursor)} were removed: the oldest cursor is ${printCursor(first)}':
    'test/rest/streams/streams.test.ts',
};

/** Statuses that only the execution of contracts can return, with the test that covers each. */
export const EXECUTED: Readonly<Record<string, string>> = {
  'POST /contracts/call 200': 'test/calls/call/call.test.ts',
  'GET /contracts/results/{transactionIdOrHash}/opcodes 200': 'test/calls/trace/traces.test.ts',
  'GET /contracts/{transactionIdOrHash}/results/opcodes 200': 'test/calls/trace/traces.test.ts',
  'GET /contracts/results/{transactionIdOrHash}/prestate 200': 'test/calls/trace/prestate.extended.test.ts',
};

/** Returns the short name of a route that the cases use. */
export const shortName = ({ path: text }: Pick<Route, 'path'>): string => text.slice('/api/v1'.length);

/** Returns the cases of a route. */
export function casesOfRoute(cases: readonly Case[], { method, path: text }: Route): Case[] {
  const name = shortName({ path: text });
  return cases.filter((one) => one.route === name && (one.method ?? 'GET') === method);
}

/** Returns the texts of an error that a case expects. */
export function textsOf({ answer }: Case): string[] {
  const { _status } = (answer ?? {}) as { _status?: { messages: { message: string; detail?: string }[] } };
  return (_status?.messages ?? []).flatMap(({ message, detail }) => (detail ? [message, detail] : [message]));
}

/** Returns parameters and operators in the request of a case. A value without an operator has `eq`. */
function parametersOf({ url }: Case): { readonly name: string; readonly operator: string }[] {
  const [, query = ''] = url.split('?');
  return query.split('&').map((part) => {
    const [name = '', value = ''] = part.split('=');
    const operator = /^(eq|ne|gt|gte|lt|lte):/.exec(value)?.[1] ?? 'eq';
    return { name: name.toLowerCase(), operator };
  });
}

/** Returns the parameters and operators of a route that no case covers with an answer or a refusal. */
export function notCovered(route: Route, cases: readonly Case[]): string[] {
  const own = casesOfRoute(cases, route).map((one) => ({
    one,
    parts: parametersOf(one),
    texts: textsOf(one),
  }));
  return Object.entries(route.parameters).flatMap(([name, { operators }]) =>
    OPERATORS.flatMap((operator) => {
      const met = own.filter(({ parts }) =>
        parts.some((part) => part.name === name.toLowerCase() && part.operator === operator),
      );
      // A declared refusal must be tested as a refusal; an accepted operator has an answer, or a specific error.
      const isCovered = met.some(({ one: { status }, texts }) =>
        operators.includes(operator)
          ? status !== 400 || texts.some((text) => text.includes(name) || !WRONG_VALUE.test(text))
          : status === 400 && texts.some((text) => text.includes(name) || WRONG_HBAR.test(text)),
      );
      return isCovered ? [] : [`${route.method} ${shortName(route)} ${name} ${operator}`];
    }),
  );
}

const WRONG_VALUE = /^(?:Invalid parameter|Failed to convert|Unknown query parameter)/;
/** `hbar` has its own error text. Other values are named as in the rest of the interface. */
const WRONG_HBAR = /^Invalid hbar parameter/;

/** Returns the statuses that a route declares and no case has. */
export function missingStatuses(route: Route, cases: readonly Case[]): string[] {
  const met = new Set(casesOfRoute(cases, route).map(({ status }) => status));
  return Object.keys(route.answers).flatMap((status) =>
    met.has(Number(status)) ? [] : [`${route.method} ${shortName(route)} ${status}`],
  );
}

/** Returns the texts of errors in the sources, as regular expressions of the text in responses. */
export function textsInSources(): { readonly text: string; readonly pattern: RegExp }[] {
  const found = new Map<string, RegExp>();
  for (const folder of ['src/rest', 'src/rest/query']) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || NOT_READ.test(file)) continue;
      const source = readFileSync(path.join(folder, file), 'utf8');
      for (const [, text] of source.matchAll(THROWN)) {
        if (text !== undefined && SENTENCE.test(text)) found.set(text, patternOf(text));
      }
    }
  }
  return [...found].map(([text, pattern]) => ({ text, pattern }));
}

/** Sources of descriptions, answers and pages, which are not searched for errors. */
const NOT_READ = /^(?:openapi|answer|pages)\/|\.json\.ts$|max-custom-fees/;
/** Constructors of errors, and their texts. */
const THROWN =
  /\b(?:(?:badRequest|badRequestDetail|notFound|notFoundDetail|unavailable|notImplemented|Overload|RuleBroken|push)\(\s*|(?:message|detail)(?:: | = )|return |\? )((['"`])(?:\\.|(?!\2).)+\2)/gs;
/** Excludes bare names. */
const SENTENCE =
  /^.(?:[A-Z]|\$\{\w+(?:\.\w+)*\} |[a-z.]+ - |\w+ must |token\.id (?:and|parameter)|account\.id and).* /s;

function patternOf(literal: string): RegExp {
  const text = literal.slice(1, -1).replaceAll("\\'", "'");
  const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(?:Invalid parameter usage: |Cannot search topics.*: )?${parts.join('.*')}$`, 's');
}
