// The generated decoders skip a field that their schema lacks, and report it to the observer, if any. A second pass over all
// bytes with a schema would cost as much as decoding. Unknown values of enumerations are not reported.

/** Maximum depth of nested groups. Deeper ones could overflow the stack of other decoders, and no message has groups. */
const MAX_GROUP_DEPTH = 64;
const START_GROUP = 3;
const END_GROUP = 4;

let observer = null;

/** Replaces the observer of unknown fields (null: none). Returns the previous one. */
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
