import { type Html, type HtmlPart, html } from '../../kernel/html.ts';
import type { OpenApiDocument, Operation } from '../openapi/document.ts';
import type { ParameterObject } from '../openapi/parameters.ts';
import type { Schema } from '../query/json-schema.ts';
import { samplesOf } from './samples.ts';
import { boundsText, fieldsHtml, proseHtml, typeHtml } from './schema-html.ts';

/** An operation with its path and method. */
export interface PathOperation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operation: Operation;
}

interface BodyObject {
  readonly description: string;
  readonly content: Readonly<
    Record<
      string,
      {
        readonly schema: Schema;
        readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
      }
    >
  >;
}

/** Maximum length of an example, in characters. */
const MAX_EXAMPLE_LENGTH = 6_000;

/** Renders one operation: its description, its form, code that calls it, an answer, and the answer's fields. */
export function operationHtml(shown: PathOperation, document: OpenApiDocument): Html {
  const { method, path, operation } = shown;
  const { operationId: id, summary, description, parameters } = operation;
  const isStream = path.endsWith('/stream');
  const body = operation.requestBody as BodyObject | undefined;
  const [bodyType = '', bodyContent] = Object.entries(body?.content ?? {})[0] ?? [];
  const examples = Object.values(bodyContent?.examples ?? {});
  const success = operation.responses[200];
  const content = success !== undefined && 'content' in success ? success.content : {};
  const [answer] = Object.values(content);
  return html`<article class="op" id="${id}" aria-labelledby="${id}-h">
<h3 id="${id}-h"><a href="#${id}">${summary}</a>${operation['x-tain-extension'] === true && html` <span class="tag">extension</span>`}</h3>
<p class="path"><b>${method}</b> <code>${path}</code></p>
<div class="two"><div>
${description !== undefined && html`<p>${proseHtml(description)}</p>`}
<form class="try" data-method="${method}" data-path="${path}"${isStream && html` data-stream`}>
${parameters.map((parameter) => parameterHtml(parameter, id))}
${
  bodyContent !== undefined &&
  html`<div class="field"><label for="${id}-body"><code>body</code> <span class="quiet">${bodyType}</span></label>
${examples.length > 1 && html`<label class="unseen" for="${id}-which">Example</label><select id="${id}-which">${examples.map(({ summary: name, value }) => html`<option value="${JSON.stringify(value, null, 2)}">${name}</option>`)}</select>`}
<textarea id="${id}-body" name="body" rows="6" spellcheck="false">${examples.length > 0 && JSON.stringify(examples[0]?.value, null, 2)}</textarea></div>`
}
<p class="go"><button>${isStream ? 'Follow' : 'Send'}</button> <button type="button" class="stop" hidden>Stop</button></p>
</form>
</div><div>
${samplesHtml(shown, examples[0]?.value)}
<div class="result" hidden><p class="outcome" role="status"></p><pre tabindex="0" aria-label="Answer"></pre></div>
${answer !== undefined && exampleHtml((answer as { readonly example?: unknown }).example)}
</div></div>
${answer !== undefined && answerHtml(answer.schema, document)}
</article>`;
}

function parameterHtml(
  { name, in: location, description, required, schema, example }: ParameterObject,
  id: string,
): Html {
  const own = `${id}-${location}-${name}`;
  const value = Array.isArray(example) ? example[0] : example;
  const bounds = boundsText(schema);
  const shown = value === undefined ? '' : String(value);
  // A list takes other spellings (`a,b`, operators) that a select cannot offer.
  const control =
    schema.enum === undefined
      ? html`<input id="${own}" name="${name}" data-in="${location}" value="${shown}" autocomplete="off" autocapitalize="off" spellcheck="false"${required && html` required`}>`
      : html`<select id="${own}" name="${name}" data-in="${location}">${required === true ? null : html`<option value="">not sent</option>`}${schema.enum.map((one) => html`<option${String(one) === shown && html` selected`}>${String(one)}</option>`)}</select>`;
  return html`<div class="field"><label for="${own}"><code>${name}</code> <span class="quiet">${typeHtml(schema)}${location === 'header' && ', header'}${required && ', required'}${bounds !== '' && `, ${bounds}`}</span></label>
${control}
<p class="about">${proseHtml(description)}</p></div>`;
}

function samplesHtml({ method, path, operation }: PathOperation, body: unknown): Html {
  const { operationId: id, parameters } = operation;
  const values = parameters.filter(({ in: location }) => location === 'path');
  const textOf = ({ name, example }: ParameterObject) =>
    example === undefined ? `{${name}}` : String(example);
  const query = parameters.filter(
    ({ in: location, example }) => location === 'query' && example !== undefined,
  );
  const isStream = path.endsWith('/stream');
  const samples = samplesOf({
    id: isStream ? listIdOf(id) : id,
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const found = values.find((one) => one.name === name);
      return found === undefined
        ? whole
        : encodeURI(textOf(found)).replaceAll('%7B', '{').replaceAll('%7D', '}');
    }),
    pathValues: values.map(textOf),
    query: Object.fromEntries(
      query.map(({ name, example }) => [name, String(Array.isArray(example) ? example[0] : example)]),
    ),
    body,
    isList: id.startsWith('list'),
    isStream,
  });
  return html`<div class="samples" role="group" aria-label="Code">${samples.map(
    ([language, code], index) =>
      html`<input type="radio" name="${id}-language" id="${id}-${language}" value="${language}"${index === 0 && html` checked`}><label for="${id}-${language}">${language}</label><pre tabindex="0" aria-label="${language}"><code>${code}</code></pre>`,
  )}</div>`;
}

/** Id of the list that a stream follows: `listTopicMessages` for `streamTopicMessages`. */
function listIdOf(id: string): string {
  return id.replace(/^stream/, 'list');
}

function exampleHtml(example: unknown): HtmlPart {
  if (example === undefined) return null;
  const text = JSON.stringify(example, null, 2);
  return html`<p class="quiet">An answer of this server:</p><pre class="example" tabindex="0" aria-label="Example of an answer">${text.slice(0, MAX_EXAMPLE_LENGTH)}${text.length > MAX_EXAMPLE_LENGTH && '\n…'}</pre>`;
}

function answerHtml(schema: Schema, document: OpenApiDocument): Html {
  const reference = schema.$ref?.split('/').at(-1);
  const resolved = reference === undefined ? schema : (document.components.schemas[reference] ?? schema);
  const fields = fieldsHtml(resolved);
  return html`<details><summary>Fields of the answer</summary>${fields ?? html`<p>${schema.description ?? typeHtml(schema)}</p>`}</details>`;
}
