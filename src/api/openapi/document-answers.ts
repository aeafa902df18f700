import type { ReadyAnswer } from '../answer-cache.ts';
import { ready } from '../answer-request.ts';
import { ROUTES } from '../routes.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './document.ts';
import { readExamples } from './examples.ts';
import { printYaml } from './yaml.ts';

const MAX_AGE = 'public, max-age=60';

let made: ReadonlyMap<string, ReadyAnswer> | undefined;

/** The interface's description and its page by path, made once. */
export function documentAnswers(): ReadonlyMap<string, ReadyAnswer> {
  made ??= makeAnswers();
  return made;
}

function makeAnswers(): ReadonlyMap<string, ReadyAnswer> {
  const examples = readExamples();
  const document = openApiDocument(ROUTES, examples);
  const yaml = ready(printYaml(document), 200, {
    'content-type': 'text/yaml; charset=utf-8',
    'cache-control': MAX_AGE,
  });
  const json = ready(JSON.stringify(document), 200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': MAX_AGE,
  });
  return new Map([
    ['/api/v1/docs/openapi.yml', yaml],
    ['/api/v1/docs/openapi.yaml', yaml],
    ['/api/v1/docs/openapi.json', json],
    ['/api/v1/openapi.json', json],
    ['/api/v1/docs', docsPage(document, examples)],
  ]);
}
