import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import type { Schema } from '../../../src/rest/query/json-schema.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { sharedDir } from '../../shared.ts';
import { AnswerValidator } from './answer-validator.ts';
import { readCaseAnswers } from './read-cases.ts';

const ajv = new Ajv({ strict: false, validateFormats: false, coerceTypes: 'array' });
const validator = new AnswerValidator(openApiDocument(ROUTES));

/**
 * Returns a value in the documented form. The server also accepts any case, `eq:` before any value, and page sizes
 * above the maximum, which the document does not recommend.
 */
function asWritten(value: string, name: string, schema: Schema): string {
  const item = schema.items ?? schema;
  const plain = item.pattern?.startsWith('^((eq|') ? value : value.replace(/^eq:/, '');
  if (item.type === 'boolean') return plain.toLowerCase();
  if (name === 'limit' && Number(plain) > (item.maximum ?? 0)) return String(item.maximum);
  const word = item.enum?.find((one) => String(one).toLowerCase() === plain.toLowerCase());
  return word === undefined ? plain : String(word);
}

/** Returns the document's objections to a request: unknown parameters, and values that it does not allow. */
function objections(url: string): string[] {
  const found = validator.find('get', url);
  if (found === undefined) return ['no operation'];
  const byName = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(url.split('?')[1] ?? '')) {
    const plain = name.replace(/\[\d*\]$/, '').toLowerCase();
    byName.set(plain, [...(byName.get(plain) ?? []), value]);
  }
  const problems: string[] = [];
  for (const { name, in: location, schema } of found.operation.parameters) {
    const values = location === 'path' ? [found.pathValues[name] ?? ''] : byName.get(name);
    byName.delete(location === 'path' ? '' : name);
    if (values === undefined) continue;
    const written = values.map((value) => asWritten(value, name, schema));
    const given = { value: schema.type === 'array' ? written : written.at(-1) };
    if (!ajv.validate({ type: 'object', properties: { value: schema } }, given)) {
      problems.push(`${name}=${values.join(',')} ${ajv.errorsText()}`);
    }
  }
  return [...problems, ...[...byName.keys()].map((name) => `${name} is not known`)];
}

// The cases are outside of the project. Skipped in a clone without them.
describe.skipIf(sharedDir === null)('successful requests match the document', () => {
  const answers = sharedDir === null ? [] : readCaseAnswers(sharedDir).filter(({ status }) => status < 300);

  test('cover many operations', () => expect(answers.length).toBeGreaterThan(900));

  for (const [index, { file, url }] of answers.entries()) {
    test(`${index} ${file} ${url.slice(0, 200)}`, () => expect(objections(url)).toEqual([]));
  }
});
