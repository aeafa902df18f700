import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { COMPONENT_TEXTS } from '../../../src/rest/openapi/component-texts.ts';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { printYaml } from '../../../src/rest/openapi/documentation.ts';
import { FIELD_TEXTS } from '../../../src/rest/openapi/field-texts.ts';
import type { Schema } from '../../../src/rest/query/json-schema.ts';
import { ROUTES, STREAMS } from '../../../src/rest/routes.ts';
import { sharedDir } from '../../shared.ts';
import { AnswerValidator } from './answer-validator.ts';
import { readCaseAnswers } from './read-cases.ts';

const document = openApiDocument(ROUTES, {}, STREAMS);
const OPERATIONS = ROUTES.length + STREAMS.length;
const plain = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
const validator = new AnswerValidator(document);

describe('the document', () => {
  test('is valid OpenAPI 3.0.3', async () => {
    expect(document.openapi).toBe('3.0.3');
    expect(await new Validator().validate(structuredClone(plain))).toEqual({ valid: true });
  });

  test.skipIf(sharedDir === null)("has the version of the public mirror's own", () => {
    const file = path.join(sharedDir ?? '', 'reference/openapi.yml');
    const theirs = parse(readFileSync(file, 'utf8')) as { info: { version: string } };
    expect(document.info.version).toBe(theirs.info.version);
  });

  test('prefills no parameter with a value that the database may lack', () => {
    for (const item of Object.values(document.paths)) {
      for (const { parameters } of Object.values(item)) {
        for (const parameter of parameters) {
          expect(JSON.stringify(parameter), parameter.name).not.toContain('"example"');
        }
      }
    }
  });

  test('is the same in YAML', () => {
    expect(parse(printYaml(document))).toEqual(plain);
  });

  test('has every route, each with its own id and its descriptions', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(operations.length).toBe(OPERATIONS);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(OPERATIONS);
    for (const { tags, summary, description, parameters } of operations) {
      expect(document.tags.map(({ name }) => name)).toContain(tags[0]);
      expect(summary).not.toBe('');
      expect(description, summary).toMatch(/[.`]$/);
      for (const { name, description } of parameters) expect(description, name).toMatch(/\.$/);
    }
    for (const { description } of document.tags) expect(description).toMatch(/\.$/);
  });

  test('describes every type and every field', () => {
    const silent: string[] = [];
    const check = (schema: Schema, at: string): void => {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        // A referenced type has its own description.
        const description = property.description ?? (property.$ref === undefined ? '' : 'elsewhere.');
        if (!/[.)`]$/.test(description) && property.$ref === undefined)
          silent.push(`${at}.${name}: ${description}`);
        check(property, `${at}.${name}`);
      }
      if (schema.items !== undefined) check(schema.items, `${at}[]`);
      for (const one of schema.oneOf ?? []) check(one, at);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (schema.description === undefined) silent.push(name);
      check(schema, name);
    }
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(item)) {
        for (const [status, response] of Object.entries(responses)) {
          if ('$ref' in response) continue;
          for (const { schema } of Object.values(response.content))
            check(schema, `${method} ${path} ${status}`);
        }
      }
    }
    expect(silent).toEqual([]);
  });

  test('has no text for a missing type or field', () => {
    const { schemas } = document.components;
    const fields = new Set<string>();
    const collect = (schema: Schema, owner: string): void => {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        fields.add(name).add(`${owner}.${name}`);
        collect(property, owner);
      }
      if (schema.items !== undefined) collect(schema.items, owner);
    };
    for (const [name, schema] of Object.entries(schemas)) collect(schema, name);
    expect(Object.keys(FIELD_TEXTS).filter((name) => !fields.has(name))).toEqual([]);
    expect(Object.keys(COMPONENT_TEXTS).filter((name) => !(name in schemas))).toEqual([]);
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

// The cases are outside of the project. Skipped in a clone without them.
describe.skipIf(sharedDir === null)('every answer of the cases matches the document', () => {
  const answers = sharedDir === null ? [] : readCaseAnswers(sharedDir);

  test('contains all requests', () => expect(answers.length).toBeGreaterThanOrEqual(1581));

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
