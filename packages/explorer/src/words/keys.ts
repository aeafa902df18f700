import { bytesOfHex, hexOf } from './format.ts';
import { fieldsOf } from './protobuf.ts';

/** A key as a tree: a leaf with its kind, or a list of which `threshold` must sign. */
export type KeyTree =
  | { readonly kind: string; readonly text: string }
  | { readonly threshold: number; readonly keys: readonly KeyTree[] };

const LEAVES: Readonly<Record<number, string>> = {
  2: 'Ed25519',
  3: 'RSA-3072',
  4: 'ECDSA P-384',
  7: 'ECDSA secp256k1',
};
/** Maximum depth of nested lists; deeper ones are shown as bytes. */
const MAX_DEPTH = 15;

/** Parses a key of the API. `hex` of kind `ProtobufEncoded` is a serialized `Key` of HAPI (basic_types.proto). */
export function keyTree(kind: string, hex: string): KeyTree {
  if (kind === 'ED25519') return { kind: 'Ed25519', text: hex };
  if (kind === 'ECDSA_SECP256K1') return { kind: 'ECDSA secp256k1', text: hex };
  return readKey(bytesOfHex(hex), 0) ?? { kind: 'unknown', text: hex };
}

function readKey(bytes: Uint8Array, depth: number): KeyTree | null {
  if (depth > MAX_DEPTH) return null;
  const [field] = fieldsOf(bytes) ?? [];
  if (field === undefined || field.bytes === null) return null;
  const leaf = LEAVES[field.number];
  if (leaf !== undefined) return { kind: leaf, text: hexOf(field.bytes) };
  if (field.number === 1 || field.number === 8) {
    const num = fieldsOf(field.bytes)?.find(({ number }) => number === 3)?.value ?? 0n;
    return { kind: field.number === 1 ? 'contract' : 'delegatable contract', text: `0.0.${num}` };
  }
  if (field.number === 6) return listOf(field.bytes, null, depth);
  if (field.number !== 5) return null;
  const inner = fieldsOf(field.bytes) ?? [];
  const threshold = Number(inner.find(({ number }) => number === 1)?.value ?? 0n);
  return listOf(inner.find(({ number }) => number === 2)?.bytes ?? new Uint8Array(), threshold, depth);
}

function listOf(bytes: Uint8Array, threshold: number | null, depth: number): KeyTree | null {
  const keys = (fieldsOf(bytes) ?? []).map(({ bytes: key }) =>
    key === null ? null : (readKey(key, depth + 1) ?? { kind: 'unknown', text: hexOf(key) }),
  );
  const read = keys.filter((key) => key !== null);
  return { threshold: threshold ?? read.length, keys: read };
}

/** Returns whether a key has signed: `signed` are the public keys (hex) that did, or prefixes of them. */
export function hasSigned(key: KeyTree, signed: readonly string[]): boolean {
  if ('kind' in key) return signed.some((prefix) => prefix !== '' && key.text.startsWith(prefix));
  return key.keys.filter((one) => hasSigned(one, signed)).length >= key.threshold;
}

/** Returns the single keys of a tree that have not signed, where their part of the tree still needs signatures. */
export function unsignedKeys(key: KeyTree, signed: readonly string[]): readonly KeyTree[] {
  if (hasSigned(key, signed)) return [];
  return 'kind' in key ? [key] : key.keys.flatMap((one) => unsignedKeys(one, signed));
}
