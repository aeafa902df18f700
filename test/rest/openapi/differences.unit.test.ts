import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { sharedDir } from '../../shared.ts';
import { compareDocuments, type Loose } from './compare-documents.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';

const PAGE = fileURLToPath(new URL('differences.md', import.meta.url));

/** Returns the page's text: each difference with its reason. */
function pageOf(lines: readonly string[]): string {
  const parts = KNOWN_DIFFERENCES.map(({ reason, shownAs }, index) => {
    const own =
      shownAs === undefined ? joined(lines.filter((line) => explanationOf(line) === index)) : [shownAs];
    const [end = '', ...others] = new Set(own.map((line) => line.slice(line.lastIndexOf(': '))));
    const isShared = others.length === 0 && own.length > 1;
    const shown = own.map((line) => `    ${isShared ? line.slice(0, -end.length) : line}`);
    return `## ${reason}\n\n${isShared ? `Each${end}\n\n` : ''}${shown.join('\n')}\n`;
  });
  return `# Differences of the interface description

How our OpenAPI document differs from that of the public mirror node (0.160): \`here\` is ours, \`there\` the other. Names of path
parameters and descriptions are not compared. A test writes this page: \`UPDATE=1 npx vitest run
test/rest/openapi/differences.unit.test.ts\`.

${parts.join('\n')}`;
}

/**
 * Joins lines of one operation that differ in their last name, or in a status of 200 or 206: `GET /blocks/{}
 * 200/206.{hash, name}: nullable there`.
 */
function joined(lines: readonly string[]): string[] {
  const all = new Set(lines);
  const groups = new Map<string, { before: string; names: string[]; after: string }>();
  for (const line of lines) {
    if (line.includes(' 206.') && all.has(line.replace(' 206.', ' 200.'))) continue;
    const both = all.has(line.replace(' 200.', ' 206.')) ? line.replace(' 200.', ' 200/206.') : line;
    const [, before = both, name = '', after = ''] =
      /^(\S+ \S+ (?:\?|[^?].*\.)?)([^?: ]+)(: .+)$/.exec(both) ?? [];
    const group = groups.get(before + after);
    if (group) group.names.push(name);
    else groups.set(before + after, { before, names: [name], after });
  }
  return [...groups.values()].map(({ before, names, after }) => {
    const list = names.join(', ');
    return `${before}${names.length === 1 ? list : `{${list}}`}${after}`;
  });
}

function explanationOf(line: string): number {
  return KNOWN_DIFFERENCES.findIndex(({ pattern }) => pattern.test(line));
}

// The public mirror's document is outside of the project. Skipped in a clone without it.
describe.skipIf(sharedDir === null)('differences to the public mirror’s document', () => {
  const ours = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as Loose;
  const lines =
    sharedDir === null
      ? []
      : compareDocuments(
          ours,
          parse(readFileSync(path.join(sharedDir, 'reference', 'openapi.yml'), 'utf8')) as Loose,
        );

  test('every one has a reason', () => {
    expect(lines.filter((line) => explanationOf(line) < 0)).toEqual([]);
  });

  test('every reason has a difference', () => {
    const used = new Set(lines.map(explanationOf));
    expect(KNOWN_DIFFERENCES.filter((_, index) => !used.has(index))).toEqual([]);
  });

  test('no operation or response of the public mirror is missing', () => {
    expect(lines.filter((line) => /(operation|parameter|answer) there$/.test(line))).toEqual([]);
  });

  test('differences.md lists them', () => {
    const generated = pageOf(lines);
    if (process.env.UPDATE === '1') writeFileSync(PAGE, generated);
    expect(readFileSync(PAGE, 'utf8')).toBe(generated);
  });
});

describe('the comparison', () => {
  const document = (schema: object, parameters: object[] = []) =>
    ({
      paths: {
        '/api/v1/x/{a}': {
          get: { parameters, responses: { 200: { content: { 'application/json': { schema } } } } },
        },
      },
    }) as unknown as Loose;

  test('resolves names, references and both forms of nullable', () => {
    const three = document({ type: 'object', properties: { a: { type: 'string', nullable: true } } });
    const one = {
      ...document({ $ref: '#/components/schemas/X' }),
      components: { schemas: { X: { type: 'object', properties: { a: { type: ['string', 'null'] } } } } },
    } as unknown as Loose;
    expect(compareDocuments(three, one)).toEqual([]);
  });

  test('reports differences', () => {
    const actual = document(
      {
        type: 'object',
        properties: {
          a: { type: 'string' },
          b: { type: 'integer' },
          c: { enum: ['x', 'y'], type: 'string' },
        },
      },
      [{ name: 'p', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
    );
    const expected = document(
      {
        type: 'object',
        properties: { a: { type: ['string', 'null'] }, c: { enum: ['x', 'z'], type: 'string' }, d: {} },
        required: ['a'],
      },
      [
        { name: 'p', in: 'query', schema: { type: 'string', default: 'q' } },
        { name: 'r', in: 'query', schema: { type: 'string' } },
      ],
    );
    expect(compareDocuments(actual, expected)).toEqual([
      'GET /x/{} 200.a: nullable there',
      'GET /x/{} 200.a: required there',
      'GET /x/{} 200.b: field here',
      'GET /x/{} 200.c: values y here',
      'GET /x/{} 200.c: values z there',
      'GET /x/{} 200.d: field there',
      'GET /x/{} ?p: default undefined here, "q" there',
      'GET /x/{} ?p: list here',
      'GET /x/{} ?r: parameter there',
    ]);
  });
});
