import { readFileSync } from 'node:fs';

/** A request to the demo network and its answer. */
export interface Example {
  /** Path and query. */
  readonly url: string;
  /** Values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly status: number;
  readonly body: unknown;
}

/** Examples by the id of their operation. */
export type Examples = Readonly<Record<string, Example>>;

const FILE = new URL('../../../web/openapi-examples.json', import.meta.url);

/** The examples that stand beside the pages, made from a run of the demo network. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Examples;
}
