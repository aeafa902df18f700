import { MalformedError } from '@tain/ledger/malformed-error';
import { proto } from '@tain/protos/hapi';

/**
 * Limits the nesting of keys, the only message of the ledger that contains itself (key lists and threshold keys). The
 * network allows 15 levels; protobufjs has no limit, so a hostile message could exhaust the stack, here or in later
 * code. protobufjs looks `Key.decode` up at each call, which lets this file set a limit, once, for the whole process.
 */
export const MAX_KEY_DEPTH = 64;

const decodeKey = proto.Key.decode;
let depth = 0;

proto.Key.decode = (...args: Parameters<typeof decodeKey>): proto.Key => {
  if (depth >= MAX_KEY_DEPTH) throw new MalformedError(`a key is nested deeper than ${MAX_KEY_DEPTH} levels`);
  depth += 1;
  try {
    return decodeKey(...args);
  } finally {
    depth -= 1;
  }
};
