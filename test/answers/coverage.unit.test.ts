import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/rest/routes.ts';
import { LISTS } from '../rest/lists/statements.ts';
import {
  casesOfRoute,
  ELSEWHERE,
  EXECUTED,
  missingStatuses,
  notCovered,
  shortName,
  textsInSources,
  textsOf,
} from './coverage.ts';
import { casesOf } from './expand.ts';
import { RESOURCES } from './resources.ts';

/*
 * Checks that the answers cover the interface: every operation with every declared status, every parameter with every
 * operator, every list with the rules of paging, every error text. Cases covered by other tests are listed with those
 * tests.
 */

const cases = RESOURCES.flatMap(([, resource]) => casesOf(resource));
const paged = RESOURCES.flatMap(([, { lists = [] }]) => lists);
const covered = new Set(cases.flatMap(textsOf));
const known = (text: string, pattern: RegExp) =>
  [...covered].some((one) => pattern.test(one) || one === text);

describe('the answers', () => {
  it('are those of existing routes', () => {
    const names = new Set(ROUTES.map(shortName));
    expect(
      cases.map(({ route }) => route).filter((route) => !names.has(route) && route !== '(no route)'),
    ).toEqual([]);
  });

  it('cover every operation', () => {
    const missing = ROUTES.filter((route) => casesOfRoute(cases, route).length === 0);
    expect(missing.map(shortName)).toEqual([]);
  });

  it('cover every status that an operation declares', () => {
    const missing = ROUTES.flatMap((route) => missingStatuses(route, cases));
    expect(missing).toEqual(Object.keys(EXECUTED));
  });

  it('cover a wrong value in every path', () => {
    const missing = ROUTES.filter(
      (route) =>
        Object.keys(route.pathParameters).length > 0 &&
        !casesOfRoute(cases, route).some(
          ({ status, url }) => status === 400 && /\/(x!?|0\.0\.x)\b|\/%20/.test(url),
        ),
    );
    expect(missing.map(shortName)).toEqual([]);
  });

  it('cover every parameter with every operator', () => {
    expect(ROUTES.flatMap((route) => notCovered(route, cases))).toEqual([]);
  });

  it('cover the pages of every list', () => {
    const missing = LISTS.filter((route) => !paged.some(({ route: name }) => name === shortName(route)));
    expect(missing.map(shortName)).toEqual([]);
  });

  it('cover every text of an error', () => {
    const missing = textsInSources().filter(({ text, pattern }) => !known(text, pattern));
    expect(missing.map(({ text }) => text.slice(1, -1)).sort()).toEqual(Object.keys(ELSEWHERE).sort());
  });

  it.each(Object.entries(ELSEWHERE))('exclude the text “%s”, covered by %s', (text, file) => {
    const [beginning = ''] = text.split('${');
    const source = readFileSync(file, 'utf8');
    // A text with a value inserted, or the text after the value.
    expect(source.includes(beginning.trim()) || source.includes(text.replace(/.*\}/, '').trim())).toBe(true);
  });

  it.each(Object.entries(EXECUTED))('exclude %s, covered by %s', (operation, file) => {
    const [, path = ''] = operation.split(' ');
    expect(readFileSync(file, 'utf8')).toContain(path.split(/\{\w+\}/).at(-1));
  });
});
