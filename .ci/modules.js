// The modules of src/ and their allowed imports: each line may import the lines above it, never one on its own line
// or below. Packages import nothing of src/, and other packages only where their package.json names them. Prints each other
// import, and each cycle of files; exit code 1 if there is any. With --graph [OLDER], prints the imports between modules
// instead, as a Mermaid graph, beside those of an older checkout.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = [
  ['kernel'],
  ['threads'],
  ['store', 'net'],
  ['calls'],
  ['grpc', 'ingest', 'rest', 'rpc', 'status'],
  ['config'],
  ['local-network'],
  ['app'],
  ['local-network.ts'],
  ['main.ts', 'client.ts', 'verified-client.ts', 'verify.ts', 'local-network-process.ts'],
];

/** Modules that may import less than the lines above them. */
const BELOW = ['kernel', 'threads', 'store'];
const ONLY = {
  calls: BELOW,
  grpc: [...BELOW, 'net'],
  ingest: [...BELOW, 'net'],
  status: ['kernel', 'store', 'net'],
};

/** Modules of which `app` and `config` alone may import the parts, and others the files of the folder itself: what these declare. */
const DECLARING = ['calls'];

/**
 * Allowed imports between the parts of a module, in the form of the list above. A dot stands for the files in the
 * folder itself; a part that is not listed may import all others.
 */
const INNER = {
  ingest: [
    ['decode'],
    ['store'],
    ['source', 'state', 'derived', 'retention'],
    ['block-nodes'],
    ['verify'],
    ['feed', 'prove'],
    ['audit', 'records'],
    ['balance-files', 'errata', 'archive'],
    ['load'],
    ['range'],
    ['check'],
    ['rebuild', 'reingest'],
    ['.'],
  ],
  'ingest/records': [['.'], ['generic'], ['types'], ['registry.ts'], ['apply-block.ts'], ['batch.ts']],
  store: [
    ['sql.ts'],
    ['copy'],
    ['connections'],
    ['writer'],
    ['locks'],
    ['migrate'],
    ['embedded'],
    ['schema'],
    ['access'],
    ['reads'],
  ],
  'store/reads': [['statement', 'transactions'], ['.'], ['contracts', 'servers']],
  calls: [['.'], ['state'], ['system'], ['call'], ['trace'], ['simulate'], ['pool']],
  rest: [
    ['query'],
    ['answer'],
    ['route'],
    ['holdings'],
    [
      'airdrops',
      'balances',
      'blocks',
      'contracts',
      'hooks',
      'network',
      'nft-allowances',
      'schedules',
      'topics',
      'transactions',
    ],
    ['accounts', 'memos', 'proofs', 'tokens'],
    ['routes.ts'],
    ['openapi', 'pages'],
    ['docs-page', 'http'],
    ['streams'],
    ['plugins'],
    ['server.ts'],
  ],
  rpc: [
    ['method'],
    ['values'],
    ['reads'],
    ['objects', 'sending'],
    ['nodes'],
    ['methods'],
    ['methods.ts', 'push'],
    ['dispatch', 'openrpc'],
    ['transport'],
    ['server.ts'],
  ],
  'local-network': [['folder'], ['.']],
  app: [['observe'], ['streams', 'lease', '.'], ['roles'], ['commands']],
  status: [
    ['state'],
    ['health'],
    ['incidents'],
    ['pages'],
    ['service.ts'],
    ['http'],
    ['start.ts', 'command.ts'],
  ],
};

/** Packages, and the files of src/ that may import them. */
const PACKAGES = [
  { name: /^@grpc\//, only: /^(ingest\/block-nodes|rpc\/nodes)\// },
  { name: /^@aws-sdk\//, only: /^ingest\/store\// },
  { name: /^(fastify|@fastify\/)/, only: /^(rest\/plugins\/|status\/|net\/)/ },
  { name: /^ws$/, only: /^rpc\/transport\// },
  // Its sources are made from the routes, which therefore cannot import it.
  { name: /^@tain\/client\//, only: /^(verified-)?client\.ts$/ },
  { name: /^@tain\/network-simulator\//, only: /^(app|local-network)\// },
  // Others use its hash and its prices.
  { name: /^@tain\/evm\/(?!keccak|intrinsic-gas)/, only: /^(calls|config|local-network|app)\// },
  {
    name: /^(pg|pino|node:(fs|fs\/promises|net|http|child_process|worker_threads))$/,
    only: /^(?!kernel\/|rest\/query\/)/,
  },
];

/** Modules left out of the graph. */
const IMPORTED_BY_ALL = new Set(['kernel', 'packages/ledger', 'threads']);

/** Our packages with a rule; their files are named `@tain/NAME/FILE`, as they are imported. */
const OURS = ['client', 'evm', 'explorer', 'ledger', 'network-simulator', 'verify'];

const root = fileURLToPath(new URL('../', import.meta.url));
const imports = importsOfCheckout(root);
const files = [...imports.keys()];
const problems = [];

for (const name of OURS) {
  // The explorer is bundled, so that users do not install what it imports.
  const { peerDependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8'),
  );
  const allowed = [`@tain/${name}`, ...Object.keys({ ...peerDependencies, ...devDependencies })];
  for (const [file, targets] of imports) {
    if (packageOf(file) !== name) continue;
    for (const target of targets) {
      const isAllowed =
        target.startsWith('node:') ||
        allowed.some((each) => target === each || target.startsWith(`${each}/`));
      if (!isAllowed) problems.push(`${file} imports ${target}`);
    }
  }
}

for (const [file, targets] of imports) {
  if (packageOf(file) !== undefined) continue;
  for (const target of targets) {
    for (const { name, only } of PACKAGES) {
      if (name.test(target) && !only.test(file)) problems.push(`${file} imports ${target}`);
    }
    if (target.startsWith('../')) problems.push(`${file} imports ${target}`);
    if (!imports.has(target)) continue;
    check('', MODULES, file, target);
    const [from, to] = [file, target].map((each) => each.split('/')[0]);
    if (from !== to && packageOf(target) === undefined && ONLY[from] && !ONLY[from].includes(to)) {
      problems.push(`${file} imports ${target}`);
    }
    const isPart = DECLARING.includes(to) && target.split('/').length > 2;
    if (isPart && from !== to && from !== 'app' && from !== 'config')
      problems.push(`${file} imports ${target}`);
    for (const [module, lines] of Object.entries(INNER)) check(`${module}/`, lines, file, target);
  }
}
for (const cycle of cycles()) problems.push(`a cycle: ${cycle.join(' → ')}`);
for (const problem of problems) console.error(problem);
console.log(
  process.argv[2] === '--graph'
    ? graph(process.argv[3])
    : `${files.length} files, ${problems.length} imports the wrong way`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Adds a problem when both files are in one module and the import between its parts goes up or sideways. */
function check(prefix, lines, file, target) {
  if (!file.startsWith(prefix) || !target.startsWith(prefix)) return;
  const [from, to] = [file, target].map((each) => lineOf(lines, each.slice(prefix.length)));
  const isKnown = from.line !== -1 && to.line !== -1;
  if (isKnown && from.part !== to.part && from.line <= to.line) problems.push(`${file} imports ${target}`);
}

function lineOf(lines, file) {
  const first = file.split('/')[0];
  const inFolder = first === file && !lines.some((line) => line.includes(file));
  const part = inFolder ? '.' : first;
  return { part, line: lines.findIndex((names) => names.includes(part)) };
}

/** Name of the package of a file; undefined for a file of src/. */
function packageOf(file) {
  return /^@tain\/([^/]+)\//.exec(file)?.[1];
}

/** Imports of each file of src/, as a path below it, and of our packages. */
function importsOfCheckout(folder) {
  return new Map([
    ...importsBelow(path.join(folder, 'src'), ''),
    ...OURS.flatMap((name) => importsBelow(path.join(folder, 'packages', name, 'src'), `@tain/${name}/`)),
  ]);
}

/** Imports of each file of a folder, behind `prefix`: files and packages. An older checkout may lack the folder. */
function importsBelow(folder, prefix) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [prefix + file, importsOf(path.join(folder, file), prefix + file)]);
}

/** Type-only imports count too: a type is a dependency. */
function importsOf(whole, file) {
  const text = readFileSync(whole, 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\b[^;]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...found].map(([, ...names]) => {
    const name = names.find((each) => each !== undefined);
    if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name);
    return OURS.includes(packageOf(name)) ? `${name}.ts` : name;
  });
}

/**
 * Returns a Mermaid graph of the modules, each edge with its number of imports; where that number differs in an older
 * checkout, it comes first. Modules that nearly all others import are omitted.
 */
function graph(older) {
  const own = between([...imports]);
  const before = older === undefined ? own : between([...importsOfCheckout(older)]);
  const edges = [...new Set([...before.keys(), ...own.keys()])].sort().map((edge) => {
    const [was, is] = [before, own].map((counts) => counts.get(edge) ?? 0);
    return `  ${edge.replace(' ', ` -->|${was === is ? is : `${was} → ${is}`}| `)}`;
  });
  return ['flowchart TB', ...edges].join('\n');
}

/** Number of imports between each two modules. */
function between(all) {
  const known = new Set(all.map(([file]) => file));
  const counts = new Map();
  for (const [file, targets] of all) {
    for (const target of targets.filter((each) => known.has(each))) {
      const [from, to] = [file, target].map((each) =>
        packageOf(each) === undefined ? each.split('/')[0] : `packages/${packageOf(each)}`,
      );
      if (from === to || from === 'main.ts' || IMPORTED_BY_ALL.has(to)) continue;
      counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  return counts;
}

/** Cycles of files (Tarjan's strongly connected components). */
function cycles() {
  const found = [];
  const index = new Map();
  const low = new Map();
  const stack = [];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    for (const target of imports.get(file)) {
      if (!imports.has(target)) continue;
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(file, Math.min(low.get(file), low.get(target)));
    }
    if (low.get(file) !== index.get(file)) return;
    const cycle = stack.splice(stack.indexOf(file));
    if (cycle.length > 1) found.push(cycle);
  };
  for (const file of files) if (!index.has(file)) visit(file);
  return found;
}
