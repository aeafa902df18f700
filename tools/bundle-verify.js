// Bundles the compiled `tain/verify` as dist/tain-verify.js: one module without imports, which browsers load from a
// server. Run by `npm run build`.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const inDist = (name) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

await build({
  entryPoints: [inDist('verify.js')],
  outfile: inDist('tain-verify.js'),
  bundle: true,
  minify: true,
  format: 'esm',
  // Makes the build fail if a Node module is imported.
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
});
