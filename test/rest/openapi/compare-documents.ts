/** Any OpenAPI document, 3.0 or 3.1, as parsed. */
export type Loose = { readonly [name: string]: Loose } & { readonly [index: number]: Loose };

/** Meaning of a schema, independent of the version of OpenAPI. */
interface Shape {
  readonly type: string;
  readonly nullable: boolean;
  readonly enum?: readonly string[];
  readonly items?: Shape;
  readonly properties?: ReadonlyMap<string, Shape>;
  readonly required?: ReadonlySet<string>;
  readonly default?: unknown;
}

/** Reads the compared parts of a document, with references resolved. */
class Reader {
  readonly document: Loose;

  constructor(document: Loose) {
    this.document = document;
  }

  follow(value: Loose): Loose {
    const reference = value.$ref as unknown;
    if (typeof reference !== 'string') return value;
    const target = reference
      .slice(2)
      .split('/')
      .reduce<Loose>((at, part) => at[part] as Loose, this.document);
    return this.follow({ ...target, ...value, $ref: undefined } as unknown as Loose);
  }

  shape(given: Loose): Shape {
    const schema = this.follow(given);
    const parts = [...((schema.allOf ?? []) as unknown as Loose[])].map((part) => this.shape(part));
    const options = [...((schema.oneOf ?? schema.anyOf ?? []) as unknown as Loose[])].map((one) =>
      this.shape(one),
    );
    const types = [(schema.type ?? []) as unknown as string | string[]].flat();
    const real = options.filter(({ type }) => type !== 'null');
    const base = [...parts, ...(real.length === 1 ? real : [])];
    const properties = new Map<string, Shape>();
    const required = new Set<string>();
    for (const part of base) {
      for (const [name, shape] of part.properties ?? []) properties.set(name, shape);
      for (const name of part.required ?? []) required.add(name);
    }
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Loose)) {
      properties.set(name, this.shape(property));
    }
    for (const name of (schema.required ?? []) as unknown as string[]) required.add(name);
    const type =
      types.find((one) => one !== 'null') ??
      base.find((part) => part.type !== '')?.type ??
      (properties.size > 0 ? 'object' : types[0] === 'null' ? 'null' : '');
    const items =
      schema.items === undefined ? base.find((part) => part.items)?.items : this.shape(schema.items);
    const values = (schema.enum as unknown as (string | null)[] | undefined)?.filter((one) => one !== null);
    const named = values ?? base.find((part) => part.enum)?.enum;
    return {
      type,
      nullable:
        types.includes('null') ||
        (schema.nullable as unknown) === true ||
        options.some((one) => one.type === 'null') ||
        base.some((part) => part.nullable),
      ...(named === undefined ? {} : { enum: named.map(String) }),
      ...(items === undefined ? {} : { items }),
      ...(properties.size === 0 ? {} : { properties }),
      ...(required.size === 0 ? {} : { required }),
      ...(schema.default === undefined ? {} : { default: schema.default as unknown }),
    };
  }
}

/** Normalizes a path, so that paths with different names of parameters are equal. */
function plainPath(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

/**
 * Returns the differences of our document from another, one line each: `here` for parts that only ours has, `there` for the
 * reverse.
 */
export function compareDocuments(ours: Loose, theirs: Loose): string[] {
  const found: string[] = [];
  const actual = new Reader(ours);
  const expected = new Reader(theirs);
  const operations = (reader: Reader) => {
    const all = new Map<string, Loose>();
    for (const [path, item] of Object.entries(reader.document.paths as Loose)) {
      for (const [method, operation] of Object.entries(item)) {
        all.set(`${method.toUpperCase()} ${plainPath(path).replace('/api/v1', '')}`, operation);
      }
    }
    return all;
  };
  const own = operations(actual);
  const other = operations(expected);
  for (const name of own.keys()) if (!other.has(name)) found.push(`${name}: operation here`);
  for (const [name, operation] of other) {
    const mine = own.get(name);
    if (mine === undefined) found.push(`${name}: operation there`);
    else {
      found.push(...compareParameters(name, actual, mine, expected, operation));
      found.push(...compareAnswers(name, actual, mine, expected, operation));
    }
  }
  return found.sort();
}

function compareParameters(
  name: string,
  actual: Reader,
  mine: Loose,
  expected: Reader,
  theirs: Loose,
): string[] {
  const found: string[] = [];
  const read = (reader: Reader, operation: Loose) => {
    const all = new Map<string, { shape: Shape; required: boolean }>();
    for (const one of (operation.parameters ?? []) as unknown as Loose[]) {
      const parameter = reader.follow(one);
      if ((parameter.in as unknown) !== 'query') continue;
      all.set(String(parameter.name).toLowerCase(), {
        shape: reader.shape(parameter.schema as Loose),
        required: (parameter.required as unknown) === true,
      });
    }
    return all;
  };
  const own = read(actual, mine);
  const other = read(expected, theirs);
  for (const parameter of own.keys()) {
    if (!other.has(parameter)) found.push(`${name} ?${parameter}: parameter here`);
  }
  for (const [parameter, { shape, required }] of other) {
    const at = `${name} ?${parameter}`;
    const present = own.get(parameter);
    if (present === undefined) {
      found.push(`${at}: parameter there`);
      continue;
    }
    if (present.required !== required) found.push(`${at}: required ${present.required ? 'here' : 'there'}`);
    const arrays = [present.shape.type === 'array', shape.type === 'array'];
    if (arrays[0] !== arrays[1]) found.push(`${at}: list ${arrays[0] ? 'here' : 'there'}`);
    const [ownItem, otherItem] = [present.shape.items ?? present.shape, shape.items ?? shape];
    found.push(...compareEnums(at, ownItem, otherItem));
    const [ownDefault, otherDefault] = [present.shape.default, shape.default];
    if (JSON.stringify(ownDefault) !== JSON.stringify(otherDefault)) {
      found.push(`${at}: default ${JSON.stringify(ownDefault)} here, ${JSON.stringify(otherDefault)} there`);
    }
  }
  return found;
}

function compareAnswers(
  name: string,
  actual: Reader,
  mine: Loose,
  expected: Reader,
  theirs: Loose,
): string[] {
  const found: string[] = [];
  const own = mine.responses as Loose;
  for (const [status, response] of Object.entries(theirs.responses as Loose)) {
    const present = own[status];
    if (present === undefined) {
      // Errors that Tain does not list are under `default`, all of one schema.
      if (status < '300') found.push(`${name} ${status}: answer there`);
      continue;
    }
    if (status >= '300') continue;
    const contentOf = (reader: Reader, value: Loose) =>
      (reader.follow(value).content as Loose | undefined)?.['application/json']?.schema;
    const [ownSchema, otherSchema] = [contentOf(actual, present), contentOf(expected, response)];
    if (ownSchema === undefined || otherSchema === undefined) continue;
    found.push(...compareShapes(`${name} ${status}`, actual.shape(ownSchema), expected.shape(otherSchema)));
  }
  for (const status of Object.keys(own)) {
    const listed = Object.hasOwn(theirs.responses as Loose, status);
    if (!listed && status < '300') found.push(`${name} ${status}: answer here`);
  }
  return found;
}

function compareShapes(at: string, own: Shape, other: Shape): string[] {
  const found: string[] = [];
  if (own.type !== other.type) return [`${at}: ${own.type || 'any'} here, ${other.type || 'any'} there`];
  if (own.nullable !== other.nullable) found.push(`${at}: nullable ${own.nullable ? 'here' : 'there'}`);
  found.push(...compareEnums(at, own, other));
  if (own.items !== undefined && other.items !== undefined) {
    found.push(...compareShapes(`${at}[]`, own.items, other.items));
  }
  if (own.properties === undefined || other.properties === undefined) {
    if ((own.properties === undefined) !== (other.properties === undefined)) {
      found.push(`${at}: fields ${own.properties === undefined ? 'there' : 'here'}`);
    }
    return found;
  }
  for (const name of own.properties.keys()) {
    if (!other.properties.has(name)) found.push(`${at}.${name}: field here`);
  }
  for (const [name, shape] of other.properties) {
    const present = own.properties.get(name);
    if (present === undefined) {
      found.push(`${at}.${name}: field there`);
      continue;
    }
    // A field that our document promises and theirs does not makes no difference to a client.
    if (other.required?.has(name) && !own.required?.has(name)) found.push(`${at}.${name}: required there`);
    found.push(...compareShapes(`${at}.${name}`, present, shape));
  }
  return found;
}

function compareEnums(at: string, own: Shape, other: Shape): string[] {
  const missing = (a: Shape, b: Shape) => (a.enum ?? []).filter((value) => !(b.enum ?? []).includes(value));
  if (own.enum === undefined && other.enum === undefined) return [];
  if (own.enum === undefined || other.enum === undefined) {
    return [`${at}: values listed ${own.enum === undefined ? 'there' : 'here'}`];
  }
  const [actual, expected] = [missing(own, other), missing(other, own)];
  return [
    ...(actual.length > 0 ? [`${at}: values ${actual.join(', ')} here`] : []),
    ...(expected.length > 0 ? [`${at}: values ${expected.join(', ')} there`] : []),
  ];
}
