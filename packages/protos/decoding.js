// What the generated decoders do beside reading the fields of their schema.

/** Maximum depth of nested groups. Deeper ones could overflow the stack of other decoders, and no message has groups. */
const MAX_GROUP_DEPTH = 64;
/**
 * Maximum depth of a message within messages of its own kind. PBJ, which nodes parse with, allowed 512 levels of messages until its version 0.15.9
 * (128 since), which are at most 255 keys or signatures, so that no transaction with deeper ones reaches their stream.
 */
export const MAX_MESSAGE_DEPTH = 256;
const START_GROUP = 3;
const END_GROUP = 4;

let observer = null;

/**
 * Replaces the observer of unknown fields (null: none). Returns the previous one. A second pass over all bytes with a schema
 * would cost as much as decoding. Unknown values of enumerations are not reported.
 */
export function observeUnknownFields(next) {
  const before = observer;
  observer = next;
  return before;
}

/** Skips a field after its tag, and reports it with the full name of its message. Throws on malformed bytes. */
export function skipUnknown(reader, tag, message) {
  if (tag >>> 3 === 0) throw Error(`field number 0 at offset ${reader.pos}`);
  if (observer !== null) observer(message, tag >>> 3);
  if ((tag & 7) === START_GROUP) skipGroup(reader);
  else reader.skipType(tag & 7);
}

function skipGroup(reader) {
  for (let depth = 1; depth > 0; ) {
    const type = reader.uint32() & 7;
    if (type === START_GROUP) depth += 1;
    else if (type === END_GROUP) depth -= 1;
    else reader.skipType(type);
    if (depth > MAX_GROUP_DEPTH) throw Error(`groups are nested deeper than ${MAX_GROUP_DEPTH} levels`);
  }
}

/**
 * Returns a decoder of a message that contains itself, with a limit of its depth: a hostile one would exhaust the stack, here or
 * in later code. Generated decoders look the decoder of another message up at each call. Decoders of protobufjs 8.8 have such a
 * limit, but take 1.4 to 2.7 times as long.
 */
export function limitDepth(decode, name) {
  let depth = 0;
  return function decodeNested(reader, length, error) {
    if (depth >= MAX_MESSAGE_DEPTH)
      throw Error(`a ${name} is nested deeper than ${MAX_MESSAGE_DEPTH} levels`);
    depth += 1;
    try {
      return decode(reader, length, error);
    } finally {
      depth -= 1;
    }
  };
}
