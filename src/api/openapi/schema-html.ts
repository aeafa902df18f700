import type { Schema } from '../../query/kind.ts';
import { escapeHtml, inlineHtml } from '../front-page/frame.ts';
import { referredName } from './components.ts';

/** What a value is, in a few words: `integer or null`, `list of Transaction`. */
export function typeHtml(schema: Schema): string {
  const name = referredName(schema);
  if (name !== undefined) return `<a href="#type-${name}">${name}</a>`;
  if (schema.oneOf !== undefined) return schema.oneOf.map(typeHtml).join(' or ');
  return plainTypeHtml(schema) + (schema.nullable ? ' or null' : '');
}

function plainTypeHtml({ type, items, additionalProperties, format }: Schema): string {
  if (type === 'array') return `list of ${items === undefined ? 'anything' : typeHtml(items)}`;
  if (type === 'object' && typeof additionalProperties === 'object') {
    return `map to ${typeHtml(additionalProperties)}`;
  }
  if (type === undefined) return 'anything';
  return format === undefined ? type : `${type} (${escapeHtml(format)})`;
}

/** What more is known of a value: its choices, bounds, form, default. */
export function limitsHtml(schema: Schema): string {
  const inner = schema.items ?? schema;
  const parts: string[] = [];
  const values = inner.enum?.filter((value) => value !== null);
  if (values !== undefined && values.length > 12) {
    const all = values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ');
    parts.push(
      `<details><summary>One of ${values.length} words</summary><div class="content">${all}</div></details>`,
    );
  } else if (values !== undefined) {
    parts.push(`One of ${values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ')}.`);
  }
  if (inner.minimum !== undefined && inner.maximum !== undefined) {
    parts.push(`From ${inner.minimum} to ${inner.maximum}.`);
  } else if (inner.minimum !== undefined) parts.push(`At least ${inner.minimum}.`);
  if (inner.pattern !== undefined) parts.push(`Form: <code>${escapeHtml(inner.pattern)}</code>`);
  if (schema.default !== undefined)
    parts.push(`Default: <code>${escapeHtml(String(schema.default))}</code>.`);
  return parts.length === 0 ? '' : `<div class="quiet">${parts.join(' ')}</div>`;
}

/** The fields of a type. */
export function typeSectionHtml(name: string, schema: Schema): string {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(
    ([field, property]) =>
      `<tr><th scope="row"><code>${escapeHtml(field)}</code>${required.has(field) ? '' : ' <span class="quiet">may be absent</span>'}</th><td>${typeHtml(property)}</td><td>${inlineHtml(property.description ?? '')}${limitsHtml(property)}</td></tr>`,
  );
  // Not folded: a link to a type has to show it, without a script.
  return `<h3 id="type-${name}">${name}</h3>
${schema.description === undefined ? '' : `<p>${inlineHtml(schema.description)}</p>`}
<table class="parameters"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}
