import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { readExamples } from '../../src/api/openapi/examples.ts';
import { printYaml } from '../../src/api/openapi/yaml.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { sharedDir } from '../shared.ts';
import { AnswerValidator } from './answer-validator.ts';
import { readCaseAnswers } from './read-cases.ts';

const examples = readExamples();
const document = openApiDocument(ROUTES, examples);
const plain = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
const validator = new AnswerValidator(document);

describe('the document', () => {
  test('is valid OpenAPI 3.0.3', async () => {
    expect(document.openapi).toBe('3.0.3');
    expect(await new Validator().validate(structuredClone(plain))).toEqual({ valid: true });
  });

  test('says the same in YAML', () => {
    expect(parse(printYaml(document))).toEqual(plain);
  });

  test('has every route, each with its own id, and what is said of everything', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(operations.length).toBe(ROUTES.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ROUTES.length);
    for (const { tags, summary, parameters } of operations) {
      expect(document.tags.map(({ name }) => name)).toContain(tags[0]);
      expect(summary).not.toBe('');
      for (const { name, description } of parameters) expect(description, name).toMatch(/\.$/);
    }
    for (const { description } of document.tags) expect(description).toMatch(/\.$/);
  });

  test('names no object by a number', () => {
    expect(Object.keys(document.components.schemas).filter((name) => /\d$/.test(name))).toEqual([]);
  });

  test('offers this server and the public mirror nodes', () => {
    expect(document.servers).toEqual([
      { url: '', description: expect.any(String) },
      {
        url: '{scheme}://{network}.mirrornode.hedera.com',
        description: expect.any(String),
        variables: {
          scheme: { enum: ['http', 'https'], default: 'https', description: expect.any(String) },
          network: {
            enum: ['mainnet-public', 'mainnet', 'previewnet', 'testnet'],
            default: 'testnet',
            description: expect.any(String),
          },
        },
      },
    ]);
  });
});

describe('the examples', () => {
  test('are there for all operations but those that the demo network cannot answer', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    const without = operations
      .map(({ operationId }) => operationId)
      .filter((id) => examples[id] === undefined);
    expect(without.sort()).toEqual([
      'getContractResultsOpcodes',
      'getContractsResultOpcodes',
      'listNetworkRegisteredNodes',
      'postContractsCall',
      'postNetworkFees',
    ]);
  });

  test.each(Object.entries(examples))(
    '%s is as described, and belongs to it',
    (id, { url, path, status, body }) => {
      const found = validator.find('get', url);
      expect([found?.operation.operationId, found?.pathValues]).toEqual([id, path]);
      expect(validator.check('get', url, status, body)).toEqual([]);
    },
  );
});

// The cases are reference material beside the project; a clone without it has none to check.
describe.skipIf(sharedDir === null)('every answer of the cases is as described', () => {
  const answers = sharedDir === null ? [] : readCaseAnswers(sharedDir);

  test('all requests are there', () => expect(answers.length).toBeGreaterThanOrEqual(1581));

  for (const [index, { file, url, status, body }] of answers.entries()) {
    test(`${index} ${file} ${url.slice(0, 200)}`, () => {
      if (validator.find('get', url) === undefined) {
        expect([404, validator.checkError(body)]).toEqual([status, []]);
        return;
      }
      const contentType = typeof body === 'string' ? 'text/plain' : 'application/json';
      expect(validator.check('get', url, status, body, contentType)).toEqual([]);
    });
  }
});
