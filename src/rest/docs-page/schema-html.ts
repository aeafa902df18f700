import { type Html, type HtmlPart, html } from '../../kernel/html.ts';
import { referredName } from '../openapi/components.ts';
import type { Schema } from '../query/json-schema.ts';

/** Renders a text of the description, with parts in backquotes as code. */
export function proseHtml(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Renders the type of a value in words; named objects are links. */
export function typeHtml(schema: Schema): Html {
  const name = referredName(schema);
  if (name !== undefined) return html`<a href="#${name}">${name}</a>`;
  if (schema.type === 'array') return html`list of ${typeHtml(schema.items ?? {})}`;
  if (schema.oneOf !== undefined)
    return html`${schema.oneOf.map((one, index) => html`${index > 0 && ' or '}${typeHtml(one)}`)}`;
  if (schema.enum !== undefined && schema.enum.length <= 6) {
    return html`${schema.enum.map((one, index) => html`${index > 0 && ' | '}<code>${String(one)}</code>`)}`;
  }
  return html`${schema.type ?? 'any'}`;
}

/** Renders the fields of an object as a list, with unnamed objects nested in it. */
export function fieldsHtml(schema: Schema, prefix = '', depth = 0): HtmlPart {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]): HtmlPart => {
    const inner = field.type === 'array' ? field.items : field;
    const path = `${prefix}${name}${field.type === 'array' ? '[]' : ''}`;
    const nested =
      depth < 3 &&
      referredName(inner ?? {}) === undefined &&
      inner?.properties !== undefined &&
      fieldsHtml(inner, `${path}.`, depth + 1);
    return html`<li><code>${prefix}${name}</code> <span class="quiet">${typeHtml(field)}${field.nullable === true && ', or null'}</span>${field.description !== undefined && html` – ${proseHtml(field.description)}`}${nested !== false && nested}</li>`;
  });
  return rows.length === 0 ? null : html`<ul class="fields">${rows}</ul>`;
}

/** Default and bounds of a parameter, shown beside its type. */
export function boundsText(schema: Schema): string {
  const of = schema.items ?? schema;
  const parts = [
    schema.default !== undefined && `default ${schema.default}`,
    of.minimum !== undefined && `from ${of.minimum}`,
    of.maximum !== undefined && of.maximum < 2 ** 53 && `up to ${of.maximum}`,
    schema.maxItems !== undefined && `at most ${schema.maxItems} of them`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
