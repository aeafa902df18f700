import type { Reader } from 'protobufjs';

/** Called with the full name of a message, such as `proto.TransactionRecord`, and the number of a field that its schema lacks. */
export type UnknownFieldObserver = (message: string, field: number) => void;

/** Calls `next` for each field that a generated decoder skips from now on; null: nothing. Returns the observer before. */
export function observeUnknownFields(next: UnknownFieldObserver | null): UnknownFieldObserver | null;

/** Skips the field after its tag, in a message with this full name. Throws where the bytes are no field. */
export function skipUnknown(reader: Reader, tag: number, message: string): void;
