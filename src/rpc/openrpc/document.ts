import type { RpcMethod } from '../method/method.ts';
import type { Parameter } from '../method/parameter.ts';

/** Version of the OpenRPC specification. */
const OPENRPC_VERSION = '1.2.6';

/** Returns the OpenRPC document of the supported methods, without those that are always refused. */
export function openRpcDocument(methods: readonly RpcMethod[], version: string): object {
  return {
    openrpc: OPENRPC_VERSION,
    info: {
      title: 'Tain JSON-RPC',
      description:
        "Ethereum's JSON-RPC for a Hedera or Hiero network, answered from a mirror node's database.",
      version,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0.html' },
    },
    methods: methods
      .filter(({ result }) => result !== null)
      .map(({ name, summary, parameters, result }) => ({
        name,
        summary,
        paramStructure: 'by-position',
        params: (parameters ?? []).map(contentDescriptor),
        result: { name: 'Result', schema: result },
      })),
  };
}

function contentDescriptor({ name, description, required, types }: Parameter<unknown>): object {
  const [only, ...more] = types.map(({ schema }) => schema);
  return { name, description, required, schema: more.length === 0 ? only : { oneOf: [only, ...more] } };
}
