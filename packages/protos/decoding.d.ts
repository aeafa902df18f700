import type { Reader } from 'protobufjs';

/** Maximum depth of a message within messages of its own kind. */
export const MAX_MESSAGE_DEPTH: number;

/** Receives the full name of a message, such as `proto.TransactionRecord`, and the number of a field that its schema lacks. */
export type UnknownFieldObserver = (message: string, field: number) => void;

/** Replaces the observer of fields that generated decoders skip (null: none). Returns the previous one. */
export function observeUnknownFields(next: UnknownFieldObserver | null): UnknownFieldObserver | null;

/** Skips a field after its tag, and reports it with the full name of its message. Throws on malformed bytes. */
export function skipUnknown(reader: Reader, tag: number, message: string): void;

/** Limits the depth of the messages that a decoder reads. The returned one throws on deeper ones. `name`: for its error. */
export function limitDepth<D extends (...args: never[]) => unknown>(decode: D, name: string): D;
