// Builds dist/explorer from packages/explorer: index.html, config.json and hashed assets. Run by `npm run build`.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = path.join(root, 'packages/explorer');
const target = path.join(root, 'dist/explorer');

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [path.join(source, 'src/main.tsx'), path.join(source, 'static/explorer.css')],
  outdir: path.join(target, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  metafile: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
});
const { outputs } = metafile;
const outputOf = (name) => {
  const file = Object.keys(outputs).find((output) => outputs[output].entryPoint?.endsWith(name));
  if (file === undefined) throw new Error(`no output of ${name}`);
  return file;
};
/** Returns the chunks that a script imports at its start, without itself. */
const chunksOf = (script, found = new Set()) => {
  for (const { path: file, kind } of outputs[script].imports) {
    if (kind !== 'import-statement' || found.has(file)) continue;
    found.add(file);
    chunksOf(file, found);
  }
  return found;
};
const script = outputOf('main.tsx');
// Preloads the chunks, so that the browser requests them in parallel with the script instead of after parsing it.
const preloads = [...chunksOf(script)].map(
  (file) => `<link rel="modulepreload" href="./assets/${path.basename(file)}">`,
);
const page = await readFile(path.join(source, 'static/index.html'), 'utf8');
await writeFile(
  path.join(target, 'index.html'),
  page
    .replace('SCRIPT', path.basename(script))
    .replace('STYLE', path.basename(outputOf('explorer.css')))
    .replace('PRELOADS', preloads.join('\n')),
);
await cp(path.join(source, 'static/config.json'), path.join(target, 'config.json'));
