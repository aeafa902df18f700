// Makes the decoders of our own .proto files, unless they are newer than what they are made of.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pbjs from 'protobufjs-cli/pbjs.js';
import pbts from 'protobufjs-cli/pbts.js';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const changedAt = (path) => statSync(at(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const NAMES = ['block-stream'];
const ONLY_ENCODE_AND_DECODE = ['--no-create', '--no-verify', '--no-convert', '--no-delimited', '--no-typeurl'];

mkdirSync(at('generated'), { recursive: true });
for (const name of NAMES) {
  const [source, code, types] = [`${name}.proto`, `generated/${name}.js`, `generated/${name}.d.ts`];
  const changed = Math.max(...[source, 'generate.js', '../package-lock.json'].map(changedAt));
  if (Math.min(changedAt(code), changedAt(types)) > changed) continue;
  const root = `tain_${name.replaceAll('-', '_')}`;
  const format = ['-t', 'static-module', '-w', 'es6', '--es6', '--force-long', '--root', root];
  const runtime = ['--dependency', 'protobufjs/minimal.js'];
  await promisify(pbjs.main)([...format, ...runtime, ...ONLY_ENCODE_AND_DECODE, '-o', at(code), at(source)]);
  // The runtime is CommonJS, which gives an ES module no names but `default`.
  const written = readFileSync(at(code), 'utf8');
  writeFileSync(at(code), written.replace('import * as $protobuf', 'import $protobuf'));
  await promisify(pbts.main)(['-o', at(types), at(code)]);
}
