import type { RpcMethod } from '../../src/rpc/method/method.ts';
import { METHODS } from '../../src/rpc/methods.ts';

/** Returns the text of `docs/json-rpc-methods.md`: each declared method of JSON-RPC. */
export function rpcMethodsPage(): string {
  const answered = METHODS.filter(({ result }) => result !== null);
  const refused = METHODS.filter(({ result }) => result === null);
  return `# JSON-RPC methods

For developers with Ethereum tools. Made by \`npm run docs\` from \`src/rpc/methods/\`: do not edit. [json-rpc.md](json-rpc.md) describes
their use, and \`GET /openrpc\` has the schemas of parameters and results. Parameters in brackets are optional; a method without parameters
ignores any.

| method | parameters | |
|---|---|---|
${rows(answered)}

Refused methods:

| method | |
|---|---|
${refused.map(({ name, summary }) => `| \`${name}\` | ${summary} |`).join('\n')}
`;
}

function rows(methods: readonly RpcMethod[]): string {
  return methods
    .map((one) => `| \`${one.name}\` | ${parametersOf(one)} | ${one.summary}${remarks(one)} |`)
    .join('\n');
}

function parametersOf({ parameters }: RpcMethod): string {
  return (parameters ?? []).map(({ name, required }) => (required ? name : `[${name}]`)).join(', ');
}

function remarks({ availability, inBatch }: RpcMethod): string {
  return `${availability === 'websocket' ? ' Over WebSocket only.' : ''}${inBatch ? '' : ' Not in a batch.'}`;
}
