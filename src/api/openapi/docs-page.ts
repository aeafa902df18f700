import type { ReadyAnswer } from '../answer-cache.ts';
import { escapeHtml, inlineHtml, pageAnswer } from '../front-page/frame.ts';
import type { OpenApiDocument, Operation, ResponseObject } from './document.ts';
import type { Examples } from './examples.ts';
import type { ParameterObject } from './parameters.ts';
import { limitsHtml, typeHtml, typeSectionHtml } from './schema-html.ts';

/** The document as a page for people. */
export function docsPage(document: OpenApiDocument, examples: Examples): ReadyAnswer {
  const operations = operationsOf(document);
  const inTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
  const contents = document.tags.map(
    ({ name }) => `<li><a href="#${name}">${name}</a> <span class="quiet">${inTag(name).length}</span></li>`,
  );
  const sections = document.tags.map(
    ({ name, description }) => `<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>
<p>${inlineHtml(description)}</p>
${inTag(name)
  .map((one) => operationHtml(one, document, examples))
  .join('\n')}</section>`,
  );
  const types = Object.entries(document.components.schemas).map(([name, schema]) =>
    typeSectionHtml(name, schema),
  );
  const intro = String(document.info.description)
    .split('\n\n')
    .map((paragraph) => `<p>${inlineHtml(paragraph)}</p>`);
  const body = `<header><p><a href="/">Tain</a></p><h1>${escapeHtml(String(document.info.title))}</h1>
${intro.join('\n')}
<p>Version ${escapeHtml(String(document.info.version))} of the interface, as OpenAPI ${document.openapi}: <a href="/api/v1/docs/openapi.yml">openapi.yml</a>, <a href="/api/v1/openapi.json">openapi.json</a>. Examples are answers of the demo network.</p></header>
<main id="main" tabindex="-1">
<nav aria-label="Contents"><ul class="toc">${contents.join('')}<li><a href="#types">types</a> <span class="quiet">${types.length}</span></li></ul></nav>
${sections.join('\n')}
<section aria-labelledby="types"><h2 id="types">types</h2>
${types.join('\n')}</section>
</main>`;
  return pageAnswer('Tain: documentation', body, 200, 60);
}

interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function operationsOf({ paths }: OpenApiDocument): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

function operationHtml(
  { path, method, operation }: PlacedOperation,
  document: OpenApiDocument,
  examples: Examples,
): string {
  const { operationId, summary, description, parameters, responses } = operation;
  const example = examples[operationId];
  return `<details id="${operationId}"><summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code><br>${escapeHtml(summary)}</summary>
<div class="content">${description === undefined ? '' : `<p>${inlineHtml(description)}</p>`}
${parametersHtml(parameters)}
<h4>Answers</h4>
<ul>${Object.entries(responses)
    .map(([status, response]) => `<li>${answerHtml(status, response, document)}</li>`)
    .join('\n')}</ul>
${example === undefined ? '' : exampleHtml(example.url, example.body, method)}</div></details>`;
}

function parametersHtml(parameters: readonly ParameterObject[]): string {
  if (parameters.length === 0) return '<p>No parameters.</p>';
  const rows = parameters.map(
    ({ name, in: place, description, schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code>${place === 'path' ? '<br><span class="quiet">in the path</span>' : ''}</th><td>${schema.type === 'array' ? `${typeHtml(schema.items ?? {})}, may be repeated` : typeHtml(schema)}</td><td>${inlineHtml(description)}${limitsHtml(schema)}</td></tr>`,
  );
  return `<h4>Parameters</h4><table class="parameters"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

function answerHtml(
  status: string,
  response: ResponseObject | { readonly $ref: string },
  { components }: OpenApiDocument,
): string {
  const found = '$ref' in response ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
  if (found === undefined) return escapeHtml(status);
  const types = Object.entries(found.content).map(
    ([contentType, { schema }]) =>
      `${typeHtml(schema)} <span class="quiet">${escapeHtml(contentType)}</span>`,
  );
  return `<strong>${status === 'default' ? 'otherwise' : escapeHtml(status)}</strong>: ${inlineHtml(found.description)} ${types.join(' or ')}`;
}

function exampleHtml(url: string, body: unknown, method: string): string {
  const request =
    method === 'get'
      ? `<a href="${escapeHtml(url)}"><code>${escapeHtml(url)}</code></a>`
      : `<code>${escapeHtml(url)}</code>`;
  return `<h4>Example</h4><p>${request}</p><pre tabindex="0">${escapeHtml(JSON.stringify(body, null, 2))}</pre>`;
}
