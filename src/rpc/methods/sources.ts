import { ANY } from '../method/json-schema.ts';
import { JsonText } from '../method/json-text.ts';
import { method, type RpcMethod } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { ADDRESS, ANY_OBJECT } from '../method/parameter-types.ts';
import { ERRORS } from '../method/rpc-error.ts';
import type { RpcServices, SourceStore } from '../method/services.ts';

/** Methods of our own for sources of contracts, which the explorer shows to all users of the local network. */

function storeOf({ sources }: RpcServices, name: string): SourceStore {
  if (sources === undefined) throw ERRORS.methodNotFound(name);
  return sources;
}

/** Maximum size of a file: that of a message. */
const MAX_FILE_BYTES = 1024 * 1024;

const CONTRACT = required('address', ADDRESS, 'Address of the contract.');

const setSource = method({
  name: 'tain_setSource',
  summary: "Stores a compiler's file of a contract, which replaces an earlier one.",
  parameters: [
    CONTRACT,
    optional('file', ANY_OBJECT, undefined, 'Standard JSON, build-info or artifact; missing: none.'),
  ],
  result: ANY,
  answer: async ([address, file], { services }) => {
    const store = storeOf(services, 'tain_setSource');
    const json = file === undefined ? null : JSON.stringify(file);
    // Numbers may be longer than in the message: 1e20 has 21 digits.
    if (json !== null && Buffer.byteLength(json) > MAX_FILE_BYTES)
      throw ERRORS.invalidParameter(1, `Expected at most ${MAX_FILE_BYTES} bytes`);
    await store.set(address, json);
    return true;
  },
});

const getSource = method({
  name: 'tain_getSource',
  summary: "Returns the stored compiler's file of a contract, or null. It was not compared with the code.",
  parameters: [CONTRACT],
  result: ANY,
  answer: async ([address], { services, memory }) => {
    const json = await storeOf(services, 'tain_getSource').get(address);
    memory.add(json?.length ?? 0);
    return json === null ? null : new JsonText(json);
  },
});

export const SOURCE_METHODS: readonly RpcMethod[] = [setSource, getSource];
