import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { messageOf } from '../../kernel/failure.ts';
import type { AddressBookEntry } from '../decode/address-book.ts';
import { readSignatureFile, type SignatureFile, type SignedHash } from '../decode/signature-file.ts';

/** The result of verifying a node's signature of a file. Only `checkSignature` creates a `valid` one. */
class CheckedSignatureImpl {
  readonly node: AddressBookEntry;
  readonly outcome: 'valid' | 'invalid' | 'unreadable';
  /** Content of the signature file; null when it could not be read. */
  readonly signature: SignatureFile | null;
  /** Reason why the signature does not count; null when it does. */
  readonly reason: string | null;

  readonly #checked = true;

  constructor(
    node: AddressBookEntry,
    outcome: 'valid' | 'invalid' | 'unreadable',
    signature: SignatureFile | null,
    reason: string | null,
  ) {
    this.node = node;
    this.outcome = outcome;
    this.signature = signature;
    this.reason = reason;
  }

  /** The field makes the type nominal: no other object can be passed for a checked signature. */
  get checked(): boolean {
    return this.#checked;
  }
}

export type CheckedSignature = CheckedSignatureImpl;

/** Parsed keys of address book entries; null when there is no RSA key. */
const keys = new WeakMap<AddressBookEntry, KeyObject | null>();

/**
 * Verifies a node's signature file, decompressed, with the node's key in the address book: SHA384withRSA (PKCS#1 v1.5)
 * over the 48 bytes of the hash; in v5 and v6 both hashes must be signed. The RSA work runs off the main thread. Never
 * throws for the file's content. `layout`: the required layout for the kind of file; without it, `admitFile` compares
 * it.
 */
export async function checkSignature(
  node: AddressBookEntry,
  name: string,
  bytes: Uint8Array,
  layout?: SignatureFile['version'],
): Promise<CheckedSignature> {
  let file: SignatureFile;
  try {
    file = readSignatureFile(name, bytes);
  } catch (error) {
    return unreadableSignature(node, error);
  }
  if (layout !== undefined && file.version !== layout) {
    const reason = `has the layout of version ${file.version}, not ${layout}`;
    return new CheckedSignatureImpl(node, 'invalid', file, reason);
  }
  const key = keyOf(node);
  if (!key)
    return new CheckedSignatureImpl(node, 'invalid', file, 'the address book has no RSA key of the node');
  const parts = file.metadata ? [file.file, file.metadata] : [file.file];
  const valid = await Promise.all(parts.map((part) => isSigned(key, part)));
  if (!valid.every(Boolean)) {
    return new CheckedSignatureImpl(node, 'invalid', file, 'not signed with the key of the node');
  }
  return new CheckedSignatureImpl(node, 'valid', file, null);
}

/**
 * Returns whether a node signed a hash (48 bytes), by the node's key in the address book. Never throws for the content.
 */
export async function checkHashSignature(
  node: AddressBookEntry,
  hash: Buffer,
  signature: Buffer,
): Promise<boolean> {
  const key = keyOf(node);
  return key !== null && (await isSigned(key, { hash, signature }));
}

/** Returns the result for a signature file that could not be fetched or read. */
export function unreadableSignature(node: AddressBookEntry, error: unknown): CheckedSignature {
  const reason = messageOf(error);
  return new CheckedSignatureImpl(node, 'unreadable', null, reason);
}

function keyOf(node: AddressBookEntry): KeyObject | null {
  let key = keys.get(node);
  if (key === undefined) {
    key = parseKey(node.publicKey);
    keys.set(node, key);
  }
  return key;
}

function parseKey(hex: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(hex, 'hex'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

function isSigned(key: KeyObject, { hash, signature }: SignedHash): Promise<boolean> {
  return new Promise((resolve) => {
    verify('sha384', hash, key, signature, (error, valid) => resolve(error === null && valid));
  });
}
