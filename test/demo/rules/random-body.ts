import { readFileSync } from 'node:fs';
import type { proto } from '@tain/protos/hapi';
import { long } from '../../../packages/network-simulator/src/ledger/ids.ts';
import type { Random } from '../../../packages/network-simulator/src/random.ts';

/** Random bodies of transactions with arbitrary values in every field, by the schema of the protos. */

interface Schema {
  readonly nested?: Readonly<Record<string, Schema>>;
  readonly fields?: Readonly<Record<string, Field>>;
  readonly oneofs?: Readonly<Record<string, { readonly oneof: readonly string[] }>>;
  readonly values?: Readonly<Record<string, number>>;
}

interface Field {
  readonly type: string;
  readonly rule?: string;
}

const MAX_DEPTH = 7;
const HUGE = [(1n << 63n) - 1n, -(1n << 63n), 1n << 53n, 1n << 26n, -1n, 1n << 32n];
const TEXTS = ['', 'memo', '\0', 'm'.repeat(101), 'ü'.repeat(60), 'demo.invalid'];

const schemas = new Map<string, Schema>();
collect(
  '',
  JSON.parse(readFileSync(new URL('../../../packages/protos/hapi.json', import.meta.url), 'utf8')) as Schema,
);

function collect(name: string, schema: Schema): void {
  schemas.set(name, schema);
  for (const [key, inner] of Object.entries(schema.nested ?? {}))
    collect(name ? `${name}.${key}` : key, inner);
}

/** Returns the schema of the type that a field of a message refers to. */
function resolve(type: string, scope: string): [name: string, schema: Schema] | undefined {
  const parts = scope.split('.');
  for (let length = parts.length; length >= 0; length--) {
    const name = [...parts.slice(0, length), type].join('.');
    const schema = schemas.get(name);
    if (schema) return [name, schema];
  }
  return undefined;
}

/** Source of random values: the generator, and known numbers and keys. */
export interface Source {
  readonly random: Random;
  readonly nums: readonly number[];
  readonly keys: readonly proto.IKey[];
}

/** Returns the content of one data field of `TransactionBody`. */
export function randomBody(source: Source, field: string): object {
  const type = schemas.get('proto.TransactionBody')?.fields?.[field]?.type ?? '';
  const found = resolve(type, 'proto.TransactionBody');
  if (found === undefined) throw new Error(`no schema of ${field}`);
  return message(source, found[0], found[1], 0);
}

function message(source: Source, name: string, schema: Schema, depth: number): object {
  const { random, keys } = source;
  // Most keys belong to an existing account.
  if (name === 'proto.Key' && random.chance(0.7)) return random.pick(keys);
  const only = new Map<string, string>();
  for (const { oneof } of Object.values(schema.oneofs ?? {})) {
    const chosen = random.pick(oneof);
    for (const field of oneof) only.set(field, chosen);
  }
  const content: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.fields ?? {})) {
    if ((only.get(key) ?? key) !== key) continue;
    const isOther = key === 'shardNum' || key === 'realmNum';
    if (random.chance(isOther ? 0.97 : only.has(key) ? 0.1 : 0.35)) continue;
    const one = (): unknown => value(source, field.type, name, key, depth + 1);
    const count = random.pick([0, 1, 1, 2, 3, 12]);
    content[key] = field.rule === 'repeated' ? Array.from({ length: count }, one) : one();
  }
  return content;
}

function value(source: Source, type: string, scope: string, key: string, depth: number): unknown {
  const { random, nums } = source;
  switch (type) {
    case 'bool':
      return random.chance(0.5);
    case 'string':
      return random.pick(TEXTS);
    case 'bytes':
      return random.bytes(random.pick([0, 1, 20, 32, 33, 48, 101]));
    case 'int32':
      return random.pick([0, 1, 2, -1, 100, 0x7fff_ffff, -0x8000_0000]);
    case 'uint32':
      return random.pick([0, 1, 2, 7, 0xffff_ffff]);
    case 'int64':
    case 'uint64':
    case 'sint64': {
      const isId = key.endsWith('Num');
      if (isId && random.chance(0.8)) return long(random.pick(nums));
      const amount = random.chance(0.2) ? random.pick(HUGE) : BigInt(random.between(-3, 12));
      return long(amount);
    }
    default: {
      const found = resolve(type, scope);
      if (found === undefined) throw new Error(`no schema of ${type}`);
      const [name, schema] = found;
      if (schema.values) return random.pick([...Object.values(schema.values), 77]);
      return depth > MAX_DEPTH ? {} : message(source, name, schema, depth);
    }
  }
}
