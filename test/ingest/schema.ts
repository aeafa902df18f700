import { createRequire } from 'node:module';
import path from 'node:path';
import protobuf from 'protobufjs';

/** The schema that the protos were made from, which comes with them. */
export function loadSchema(): protobuf.Root {
  const folder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@hiero-ledger/proto')),
    '../src/proto',
  );
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) =>
    path.isAbsolute(target) || target.startsWith('google/') ? target : path.join(folder, target);
  for (const name of ['transaction', 'transaction_record'])
    root.loadSync(path.join(folder, `services_${name}.proto`));
  root.loadSync(path.join(folder, 'streams_sidecar_file.proto'));
  root.resolveAll();
  return root;
}
