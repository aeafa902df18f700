import { type ReadyAnswer, ready } from '../answer/ready-answer.ts';
import type { Route } from '../route/route.ts';
import { ROUTES, STREAMS } from '../routes.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';
import type { ExampleSource, Examples } from './examples.ts';

const MAX_AGE = 'public, max-age=60';
/** Cache header while examples are being searched: the next request may have them. */
const SHORT_AGE = 'public, max-age=1';
const BELOW = '/api/v1/docs/';

type Form = 'json' | 'yaml';

const DOCUMENTS: Readonly<Record<string, Form>> = {
  [`${BELOW}openapi.yml`]: 'yaml',
  [`${BELOW}openapi.yaml`]: 'yaml',
  [`${BELOW}openapi.json`]: 'json',
  '/api/v1/openapi.json': 'json',
};

/** The description with the examples known so far, and its rendered forms. */
interface Made {
  readonly examples: Examples;
  readonly document: OpenApiDocument;
  readonly answers: Map<string, ReadyAnswer>;
}

/** The interface's description, by path, and as a page rendered by `page`. */
export class Documentation {
  readonly #routes: readonly Route[];
  readonly #examples: ExampleSource;
  readonly #page: (document: OpenApiDocument, isExamined: boolean) => ReadyAnswer;
  #made: Made | undefined;

  /** `further`: routes of this server in addition to those that every server has. */
  constructor(
    further: readonly Route[],
    examples: ExampleSource,
    page: (document: OpenApiDocument, isExamined: boolean) => ReadyAnswer,
  ) {
    this.#routes = [...ROUTES, ...further];
    this.#examples = examples;
    this.#page = page;
  }

  /** Every path, with the function that answers it. */
  answers(): [path: string, answer: () => Promise<ReadyAnswer>][] {
    return [
      ...Object.entries(DOCUMENTS).map(([path, form]): [string, () => Promise<ReadyAnswer>] => [
        path,
        () => this.#answer(form, (made) => documentAnswer(form, made)),
      ]),
      [
        '/api/v1/docs',
        () => this.#answer('page', ({ document, examples }) => this.#page(document, isExamined(examples))),
      ],
    ];
  }

  async #answer(form: string, make: (made: Made) => ReadyAnswer): Promise<ReadyAnswer> {
    const examples = await this.#examples.current();
    if (this.#made?.examples !== examples) {
      this.#made = {
        examples,
        document: openApiDocument(this.#routes, examples, STREAMS),
        answers: new Map(),
      };
    }
    const { answers } = this.#made;
    const answer = answers.get(form) ?? make(this.#made);
    answers.set(form, answer);
    return answer;
  }
}

function documentAnswer(form: Form, { document, examples }: Made): ReadyAnswer {
  return ready(form === 'json' ? JSON.stringify(document) : printYaml(document), 200, {
    'content-type': form === 'json' ? 'application/json; charset=utf-8' : 'text/yaml; charset=utf-8',
    'cache-control': isExamined(examples) ? MAX_AGE : SHORT_AGE,
  });
}

function isExamined(examples: Examples): boolean {
  return Object.keys(examples).length > 0;
}

/** Prints a JSON value as YAML 1.2, in blocks. Ambiguous texts are quoted as in JSON, which YAML accepts. */
export function printYaml(value: unknown): string {
  return `${block(value, '').replace(/^\n/, '')}\n`;
}

/** A text that never needs quotes: words that are not a number, boolean, null or date. */
const PLAIN = /^[A-Za-z][A-Za-z0-9 _/.{}-]*[A-Za-z0-9}]$|^[A-Za-z]$/;
const RESERVED = /^(true|false|null|yes|no|on|off|y|n)$/i;

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return PLAIN.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value);
}

/** Prints the value after a colon or dash: a scalar after a space, or a block on separate lines. */
function block(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []';
    return value.map((item) => `\n${indent}-${inItem(item, `${indent}  `)}`).join('');
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    if (members.length === 0) return ' {}';
    return members
      .map(([name, member]) => `\n${indent}${scalar(name)}:${block(member, `${indent}  `)}`)
      .join('');
  }
  return ` ${scalar(value)}`;
}

/** Prints the value after a dash, whose own line holds the first member. */
function inItem(value: unknown, indent: string): string {
  const text = block(value, indent);
  return text.startsWith('\n') ? ` ${text.slice(1 + indent.length)}` : text;
}
