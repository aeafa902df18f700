import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns a protobufjs root with files of `folder` (by default all .proto files) and their imports. `options` are those of
 * protobufjs' parser.
 */
export function loadProtos({ Root }, folder, files = protosOf(folder), options = undefined) {
  const root = new Root();
  root.resolvePath = (_, file) =>
    path.isAbsolute(file) || file.startsWith('google/') ? file : path.join(folder, file);
  for (const file of files) root.loadSync(path.join(folder, file), options);
  return root;
}

function protosOf(folder) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.proto'))
    .sort();
}
