import { type Components, referredName } from '../../src/rest/openapi/components.ts';
import { comparisonsOf } from '../../src/rest/openapi/parameters.ts';
import type { Schema } from '../../src/rest/query/json-schema.ts';
import type { Parameter } from '../../src/rest/query/parameter.ts';

/** TypeScript of schemas and parameters, for the client. */
export class ClientTypes {
  readonly #components: Components;
  /**
   * Components by name: true if the component has an integer beyond 2^53, and so is generic in the type of such
   * integers.
   */
  readonly #generic = new Map<string, boolean>();

  constructor(components: Components) {
    this.#components = components;
  }

  /** The type of a schema, as it is referred to. */
  of(schema: Schema, indent = ''): string {
    const name = referredName(schema);
    if (name !== undefined) {
      const component = this.#components.schemas[name];
      return this.#named(name) + (component?.nullable ? ' | null' : '');
    }
    const type = this.#plain(schema, indent);
    return schema.nullable ? `${type} | null` : type;
  }

  /** The declaration of a component. */
  declaration(name: string): string {
    const schema = this.#components.schemas[name] ?? {};
    const generic = this.#hasLarge(name) ? '<I = number>' : '';
    return `${comment(schema.description, '')}export interface ${name}${generic} ${this.#fields(schema, '')}\n`;
  }

  #named(name: string): string {
    return this.#hasLarge(name) ? `${name}<I>` : name;
  }

  #plain(schema: Schema, indent: string): string {
    const { type, items, additionalProperties } = schema;
    const values = schema.enum?.filter((value) => value !== null);
    if (schema.oneOf !== undefined) return schema.oneOf.map((one) => this.of(one, indent)).join(' | ');
    if (values !== undefined) return values.map(literal).join(' | ');
    if (type === 'array')
      return `readonly ${grouped(items === undefined ? 'unknown' : this.of(items, indent))}[]`;
    if (type === 'object') {
      if (typeof additionalProperties === 'object') {
        return `Readonly<Record<string, ${this.of(additionalProperties, indent)}>>`;
      }
      return schema.properties === undefined ? 'object' : this.#fields(schema, indent);
    }
    if (type === 'integer' && schema.format === 'int64') return 'I';
    if (type === 'integer' || type === 'number') return 'number';
    return type ?? 'unknown';
  }

  #fields(schema: Schema, indent: string): string {
    const required = new Set(schema.required ?? []);
    const inner = `${indent}  `;
    const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const optional = required.has(name) ? '' : '?';
      return `${comment(property.description, inner)}${inner}readonly ${name}${optional}: ${this.of(property, inner)};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }

  /** Returns whether a component, or one that it refers to, has such an integer. */
  #hasLarge(name: string): boolean {
    const known = this.#generic.get(name);
    if (known !== undefined) return known;
    this.#generic.set(name, false);
    const large = this.isLarge(this.#components.schemas[name] ?? {});
    this.#generic.set(name, large);
    return large;
  }

  isLarge(schema: Schema): boolean {
    const name = referredName(schema);
    if (name !== undefined) return this.#hasLarge(name);
    const parts = [
      ...Object.values(schema.properties ?? {}),
      ...(schema.items === undefined ? [] : [schema.items]),
      ...(schema.oneOf ?? []),
    ];
    return (
      (schema.type === 'integer' && schema.format === 'int64') || parts.some((part) => this.isLarge(part))
    );
  }
}

/** The type of a query parameter's values. */
export function parameterType(parameter: Parameter): string {
  const { type, how } = parameter;
  const values = type.schema.enum;
  const value =
    values !== undefined
      ? values.map(literal).join(' | ')
      : type.schema.type === 'boolean'
        ? 'boolean'
        : 'Value';
  const operators = comparisonsOf(parameter);
  if (operators.length > 0) return `Compared<${value}, ${operators.map(literal).join(' | ')}>`;
  return how === 'list' ? `Several<${value}>` : value;
}

/** JSDoc comment of a declaration. */
export function comment(text: string | undefined, indent: string): string {
  return text === undefined || text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function grouped(type: string): string {
  return / [|&] /.test(type) ? `(${type})` : type;
}
