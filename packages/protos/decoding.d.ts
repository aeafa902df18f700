import type { Reader } from 'protobufjs';

/** Maximum depth of nested keys. */
export const MAX_KEY_DEPTH: number;

/** Receives the full name of a message, such as `proto.TransactionRecord`, and the number of a field that its schema lacks. */
export type UnknownFieldObserver = (message: string, field: number) => void;

/** Replaces the observer of fields that generated decoders skip (null: none). Returns the previous one. */
export function observeUnknownFields(next: UnknownFieldObserver | null): UnknownFieldObserver | null;

/** Skips a field after its tag, and reports it with the full name of its message. Throws on malformed bytes. */
export function skipUnknown(reader: Reader, tag: number, message: string): void;

/** Limits the depth of the keys that a decoder reads. The returned one throws on deeper ones. */
export function limitKeyDepth<D extends (...args: never[]) => unknown>(decode: D): D;
