import { readFileSync } from 'node:fs';
import { type Html, html } from '../../kernel/html.ts';
import type { ReadyAnswer } from '../answer/ready-answer.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { pageAnswer } from '../pages/frame.ts';
import { operationHtml, type PathOperation } from './operation-html.ts';
import { fieldsHtml, proseHtml } from './schema-html.ts';

const web = (name: string) => readFileSync(new URL(`../../../web/${name}`, import.meta.url), 'utf8');
const STYLE = web('docs.css');
/**
 * Script of the page: sends the forms, searches, and inserts this server's address into the code. The page is readable
 * without it.
 */
const SCRIPT = web('docs.js');

/** Renders the interface's description as one page. `statusUrl`: address of the status page. */
export function docsPage(
  document: OpenApiDocument,
  statusUrl: string | null,
  isExamined: boolean,
): ReadyAnswer {
  const operations = operationsOf(document);
  const { tags, info } = document;
  const of = (tag: string) => operations.filter(({ operation }) => operation.tags[0] === tag);
  const nav = tags.map(
    ({ name }) =>
      html`<details open><summary>${name}</summary><ul>${of(name).map(
        ({ method, path, operation: { operationId, summary, parameters } }) =>
          html`<li data-text="${`${path} ${summary} ${parameters.map((one) => one.name).join(' ')}`.toLowerCase()}"><a href="#${operationId}">${method === 'POST' && html`<b>POST</b> `}${summary}</a></li>`,
      )}</ul></details>`,
  );
  const sections = tags.map(
    ({
      name,
      description,
    }) => html`<section aria-labelledby="tag-${name}"><h2 id="tag-${name}">${name}</h2><p>${description}</p>
${of(name).map((one) => operationHtml(one, document))}</section>`,
  );
  const body = html`<div class="docs">
<nav class="side" aria-label="Operations"><label class="unseen" for="filter">Filter the operations</label><input id="filter" type="search" placeholder="Filter: path, parameter, word" autocomplete="off" spellcheck="false">
<p id="none" hidden>No operation matches.</p>
<details class="menu" open><summary>Contents</summary>
<ul><li><a href="#begin">Introduction</a></li><li><a href="#errors">Errors</a></li><li><a href="#objects">Objects</a></li></ul>
${nav}</details></nav>
<main id="main" tabindex="-1">
<h1 id="begin">${String(info.title)}</h1>
${String(info.description)
  .split('\n\n')
  .map((part) => html`<p>${proseHtml(part)}</p>`)}
<p>The same as <a href="/api/v1/docs/openapi.yml">OpenAPI description</a> (<a href="/api/v1/openapi.json">JSON</a>), version ${String(info.version)}. <a href="/">Home</a>: the newest blocks and a search. Examples are answers of this server${!isExamined && ', once it has some'}.</p>
<noscript><p>Without JavaScript, the forms cannot be sent.</p></noscript>
<h2 id="errors">Errors</h2>
<p>All errors have the same form, with one message for each problem:</p>
<pre tabindex="0" aria-label="An error">{"_status": {"messages": [{"message": "Invalid parameter: limit"}]}}</pre>
${errorsHtml(document)}
${sections}
<section aria-labelledby="objects"><h2 id="objects">Objects</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) =>
    html`<details class="object" id="${name}"><summary>${name}</summary>${schema.description !== undefined && html`<p>${proseHtml(schema.description)}</p>`}${fieldsHtml(schema)}</details>`,
)}</section>
</main></div>`;
  return pageAnswer({
    title: 'Documentation · Tain',
    body,
    style: STYLE,
    script: SCRIPT,
    statusUrl,
    maxAgeSeconds: isExamined ? 60 : 1,
  });
}

function operationsOf({ paths }: OpenApiDocument): PathOperation[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [{ method: 'GET' as const, path, operation: get }]),
    ...(post === undefined ? [] : [{ method: 'POST' as const, path, operation: post }]),
  ]);
}

const STATUSES: Readonly<Record<string, string>> = {
  BadRequest: '400',
  NotFound: '404',
  Unavailable: '503, 429',
  Failed: 'any other',
};

function errorsHtml({ components }: OpenApiDocument): Html {
  const rows = Object.entries(components.responses).map(
    ([name, { description }]) => html`<dt>${STATUSES[name] ?? name}</dt><dd>${description}</dd>`,
  );
  return html`<dl>${rows}</dl>`;
}
