import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type ReadyAnswer, ready } from '../answer/ready-answer.ts';
import { ROUTES, STREAMS } from '../routes.ts';
import { openApiDocument } from './document.ts';
import type { ExampleSource, Examples } from './examples.ts';
import { printYaml } from './yaml.ts';

const MAX_AGE = 'public, max-age=60';
/** While examples are being looked for: the next request may have them. */
const SHORT_AGE = 'public, max-age=1';
const BELOW = '/api/v1/docs/';

type FileType = 'html' | 'js' | 'css';

const CONTENT_TYPES: Readonly<Record<FileType, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/**
 * What the page may do: scripts and styles of this server alone, no inline ones, and requests to it
 * alone. Swagger UI draws with images in its style sheet.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const resolve = createRequire(import.meta.url).resolve;
const swaggerUi = (name: string) => path.join(path.dirname(resolve('swagger-ui-dist/package.json')), name);
const own = (name: string) => new URL(`../../../web/${name}`, import.meta.url);

/** Files of the page, by path. */
const FILES: Readonly<Record<string, { readonly type: FileType; readonly file: string | URL }>> = {
  '/api/v1/docs': { type: 'html', file: own('docs.html') },
  [`${BELOW}docs.js`]: { type: 'js', file: own('docs.js') },
  [`${BELOW}docs.css`]: { type: 'css', file: own('docs.css') },
  [`${BELOW}swagger-ui-bundle.js`]: { type: 'js', file: swaggerUi('swagger-ui-bundle.js') },
  [`${BELOW}swagger-ui.css`]: { type: 'css', file: swaggerUi('swagger-ui.css') },
};

type Form = 'json' | 'yaml';

const DOCUMENTS: Readonly<Record<string, Form>> = {
  [`${BELOW}openapi.yml`]: 'yaml',
  [`${BELOW}openapi.yaml`]: 'yaml',
  [`${BELOW}openapi.json`]: 'json',
  '/api/v1/openapi.json': 'json',
};

/** The interface's description, as a document and as a page (Swagger UI), by path. */
export class Documentation {
  readonly #examples: ExampleSource;
  readonly #files = new Map<string, Promise<ReadyAnswer>>();
  #made: { readonly examples: Examples; readonly answers: Map<Form, ReadyAnswer> } | undefined;

  constructor(examples: ExampleSource) {
    this.#examples = examples;
  }

  /** Every path, with what answers it. */
  answers(): [path: string, answer: () => Promise<ReadyAnswer>][] {
    return [
      ...Object.entries(DOCUMENTS).map(([path, form]): [string, () => Promise<ReadyAnswer>] => [
        path,
        () => this.#document(form),
      ]),
      ...Object.keys(FILES).map((path): [string, () => Promise<ReadyAnswer>] => [
        path,
        () => this.#file(path),
      ]),
    ];
  }

  async #document(form: Form): Promise<ReadyAnswer> {
    const examples = await this.#examples.current();
    if (this.#made?.examples !== examples) this.#made = { examples, answers: new Map() };
    const { answers } = this.#made;
    const known = answers.get(form);
    if (known !== undefined) return known;
    const document = openApiDocument(ROUTES, examples, STREAMS);
    const answer = ready(form === 'json' ? JSON.stringify(document) : printYaml(document), 200, {
      'content-type': form === 'json' ? 'application/json; charset=utf-8' : 'text/yaml; charset=utf-8',
      'cache-control': Object.keys(examples).length === 0 ? SHORT_AGE : MAX_AGE,
    });
    answers.set(form, answer);
    return answer;
  }

  /** Read at the first request: two megabytes that most processes never serve. */
  #file(path: string): Promise<ReadyAnswer> {
    const found = this.#files.get(path) ?? readAnswer(path);
    this.#files.set(path, found);
    found.catch(() => this.#files.delete(path));
    return found;
  }
}

async function readAnswer(path: string): Promise<ReadyAnswer> {
  const entry = FILES[path];
  if (entry === undefined) throw new Error(`no file for ${path}`);
  const { type, file } = entry;
  return ready(await readFile(file, 'utf8'), 200, {
    'content-type': CONTENT_TYPES[type],
    'cache-control': MAX_AGE,
    'x-content-type-options': 'nosniff',
    ...(type === 'html' ? { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' } : {}),
  });
}
