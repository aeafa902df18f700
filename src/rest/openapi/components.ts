import type { Schema } from '../query/json-schema.ts';
import type { Route } from '../route/route.ts';
import { COMPONENT_NAMES } from './component-names.ts';
import { componentText } from './component-texts.ts';
import { FIELD_TEXTS } from './field-texts.ts';
import { itemsOf, operationName, pascalCase, singular } from './operation-names.ts';

/** Schemas with their own name in the document, and how to refer to them. */
export interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Replaces every object that has a name by a reference. */
  readonly refer: (schema: Schema) => Schema;
  /** Resolves a reference, one level deep; returns other schemas unchanged. */
  readonly resolve: (schema: Schema) => Schema;
}

const PREFIX = '#/components/schemas/';

/** Returns the name of the component that a reference points to. */
export function referredName(schema: Schema): string | undefined {
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  return reference?.startsWith(PREFIX) ? reference.slice(PREFIX.length) : undefined;
}

/** Key of a component: two objects are the same component if they differ at most in their description. */
function identity({ description: _, ...schema }: Schema): string {
  return JSON.stringify(schema);
}

/** Returns whether an object of this kind gets a name: only objects with fields do. */
function isNamed(schema: Schema): boolean {
  return schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;
}

/** Path of an object, from which its name is derived. */
interface NamedObject {
  readonly schema: Schema;
  /** Operation and fields: `listAccounts accounts.balance.tokens`. */
  readonly at: string;
  /** Possible names, best first. */
  readonly names: readonly string[];
}

function* objectsWithin(schema: Schema, at: string, own: string, parent: string): Generator<NamedObject> {
  if (schema.items !== undefined) yield* objectsWithin(schema.items, at, singular(own), parent);
  for (const option of schema.oneOf ?? []) yield* objectsWithin(option, at, own, parent);
  if (!isNamed(schema)) return;
  yield { schema, at, names: [own, `${parent}${own}`] };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield* objectsWithin(property, `${at}.${name}`, pascalCase(name), own);
  }
}

function* objectsOf(route: Route): Generator<NamedObject> {
  const { id, noun } = operationName(route);
  const items = itemsOf(route);
  for (const [status, answer] of Object.entries(route.answers)) {
    const own = items !== undefined ? `${noun}Page` : route.method === 'POST' ? `${noun}Answer` : noun;
    if (isNamed(answer)) {
      yield {
        schema: answer,
        at: `${id} ${status}`,
        names: status === '200' ? [own, `${noun}Details`] : [`${own}${status}`],
      };
    }
    for (const [name, property] of Object.entries(answer.properties ?? {})) {
      yield* objectsWithin(property, `${id} ${name}`, pascalCase(name), singular(noun));
    }
  }
}

/**
 * Names the objects of all answers after the path at which each first occurs: the page of a list after its operation,
 * other objects after their field, prefixed by the name of the parent if another object has that name; or by
 * `COMPONENT_NAMES`.
 */
export function componentsOf(
  routes: readonly Route[],
  further: Readonly<Record<string, Schema>>,
): Components {
  const byIdentity = new Map<string, string>();
  const named = new Map<string, Schema>();
  for (const [name, schema] of Object.entries(further)) {
    byIdentity.set(identity(schema), name);
    named.set(name, schema);
  }
  for (const route of routes) {
    for (const { schema, at, names } of objectsOf(route)) {
      if (byIdentity.has(identity(schema))) continue;
      const free = [COMPONENT_NAMES[at], ...names].find((one) => one !== undefined && !named.has(one));
      const name = free ?? unused(named, names);
      byIdentity.set(identity(schema), name);
      named.set(name, schema);
    }
  }

  /** Replaces the parts of a schema by references; `owner` is the component itself, or the one that contains it. */
  const within = (schema: Schema, owner = ''): Schema => ({
    ...schema,
    // An `enum` of a nullable schema must list null.
    ...(schema.enum !== undefined && schema.nullable ? { enum: [...new Set([...schema.enum, null])] } : {}),
    ...(schema.items === undefined ? {} : { items: refer(schema.items) }),
    ...(schema.oneOf === undefined ? {} : { oneOf: schema.oneOf.map((one) => refer(one)) }),
    ...(schema.allOf === undefined ? {} : { allOf: schema.allOf.map((one) => refer(one)) }),
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, property]) => [
              name,
              described(refer(property, owner), FIELD_TEXTS[`${owner}.${name}`] ?? FIELD_TEXTS[name]),
            ]),
          ),
        }),
  });
  const refer = (schema: Schema, owner = ''): Schema => {
    const name = byIdentity.get(identity(schema));
    if (name === undefined) return within(schema, owner);
    const reference = { $ref: PREFIX + name };
    const { description } = schema;
    // OpenAPI 3.0 ignores siblings of a reference, so it is wrapped if it has a description.
    return description === undefined || description === named.get(name)?.description
      ? reference
      : { allOf: [reference], description };
  };
  const schemas = Object.fromEntries(
    [...named]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, described(within(schema, name), componentText(name))]),
  );
  return {
    schemas,
    refer,
    resolve(schema) {
      const name = referredName(schema);
      return name === undefined ? schema : (schemas[name] ?? schema);
    },
  };
}

/** Adds a description to a schema, unless it has one or refers to a type, which has its own. */
function described(schema: Schema, description: string | undefined): Schema {
  if (description === undefined || schema.description !== undefined || schema.$ref !== undefined)
    return schema;
  return { ...schema, description };
}

function unused(named: ReadonlyMap<string, Schema>, names: readonly string[]): string {
  const base = names.at(-1) ?? 'Object';
  for (let number = 2; ; number++) if (!named.has(`${base}${number}`)) return `${base}${number}`;
}
