// Packs a package of packages/ into a tarball for a registry, with the modules of our other packages that it imports.
// `npm run tarball -w packages/client` runs it after `npm run build`; further arguments go to `npm pack`. See
// docs/decisions/0153-tarballs-of-packages.md.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const [own = '', ...options] = process.argv.slice(2);

const manifestOf = (name) =>
  JSON.parse(readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8'));
const manifest = manifestOf(own);
const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Module names in imports and exports of compiled modules and their types. */
const SPECIFIER = /(\bfrom |^import |\bimport\()(['"])([^'"]+)\2/gm;

/** Texts of the packed modules by path below `dist`: `client/pages`, with `.js` or `.d.ts`. */
const modules = new Map();
/** Exports except patterns, which are for the other packages of this repository. */
const entries = Object.keys(manifest.exports).filter((entry) => !entry.includes('*'));
for (const entry of entries) {
  const file = path.posix.join(own, manifest.exports[entry].default.replace(/^\.\/dist\/|\.js$/g, ''));
  for (const extension of ['.js', '.d.ts']) addModule(file, extension);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'tain-pack-'));
try {
  for (const [file, text] of modules) write(path.join('dist', file), text);
  write('package.json', `${JSON.stringify(publishedManifest(), null, 2)}\n`);
  write('README.md', publishedReadme());
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  // The current folder of scripts is that of the package; the user's is in INIT_CWD.
  const destination = ['--pack-destination', process.env.INIT_CWD ?? process.cwd()];
  // Without the settings of the npm that runs this script, which name the workspace.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const args = ['pack', ...destination, ...options];
  const { status } = spawnSync('npm', args, { cwd: folder, env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function write(file, text) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

/** Adds a module, and all modules of our packages that it imports. Throws when one is not built. */
function addModule(file, extension) {
  const name = file + extension;
  if (modules.has(name)) return;
  modules.set(name, '');
  const [ofPackage, ...below] = file.split('/');
  const built = readFileSync(path.join(root, 'packages', ofPackage, 'dist', ...below) + extension, 'utf8');
  const text = built
    .replace(/^\/\/# sourceMappingURL=.*\n?/m, '')
    .replace(SPECIFIER, (whole, before, quote, imported) => {
      const target = targetOf(file, imported);
      if (target === undefined) return whole;
      addModule(target, extension);
      const relative = path.posix.relative(path.posix.dirname(file), target);
      return `${before}${quote}${relative.startsWith('.') ? '' : './'}${relative}.js${quote}`;
    });
  modules.set(name, text);
}

/** Returns the path of an imported module of ours; undefined for one of Node.js or a dependency. */
function targetOf(file, imported) {
  const [, ofPackage, module] = /^@tain\/([\w-]+)\/(.+)$/.exec(imported) ?? [];
  if (ofPackage !== undefined) return `${ofPackage}/${module}`;
  if (!imported.startsWith('.')) return undefined;
  return path.posix.join(path.posix.dirname(file), imported.replace(/\.[jt]s$/, ''));
}

function publishedManifest() {
  const { name, version, description, license, type } = manifest;
  const target = (file) => file.replace('./dist/', `./dist/${own}/`);
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    sideEffects: false,
    files: ['dist'],
    exports: Object.fromEntries(
      entries.map((entry) => {
        const { types, default: module } = manifest.exports[entry];
        return [entry, { types: target(types), default: target(module) }];
      }),
    ),
    dependencies: dependencies(),
  };
}

/** Dependencies that packed modules name, of those of their packages. */
function dependencies() {
  const packages = new Set([...modules.keys()].map((file) => file.split('/')[0]));
  const declared = [...packages].flatMap((each) => Object.entries(manifestOf(each).peerDependencies ?? {}));
  const used = declared.filter(([name]) => {
    const named = new RegExp(`['"]${name}['"/]`);
    return !name.startsWith('@tain/') && [...modules.values()].some((text) => named.test(text));
  });
  return Object.fromEntries(used.sort().map(([name, version]) => [name, `^${version}`]));
}

/** Returns the README's part for users, with links only to other sites, because its relative ones lead to the repository. */
function publishedReadme() {
  const text = readFileSync(path.join(root, 'packages', own, 'README.md'), 'utf8');
  const [users = ''] = text.split(/^## How it is built$/m);
  return users.replaceAll(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, '$1');
}
