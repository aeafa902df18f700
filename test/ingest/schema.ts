import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';

/** Returns the schema from which the protos are generated. */
export function loadSchema(): protobuf.Root {
  const text = readFileSync(new URL('../../packages/protos/hapi.json', import.meta.url), 'utf8');
  const root = protobuf.Root.fromJSON(JSON.parse(text) as protobuf.INamespace);
  root.resolveAll();
  return root;
}
