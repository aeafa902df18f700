// node judge-in-node.js VERIFIER CASES: verdicts of this version of Node.js about the cases, as JSON. Times are CPU times.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { judge, timed } from './judge.js';

const [, , module, file] = process.argv;
const verifier = await import(pathToFileURL(module).href);
const { timedCases, times, cases } = JSON.parse(readFileSync(file, 'utf8'));
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const took = {};
for (const each of timedCases) took[each.name] = await timed(verifier, each, clock, times);
process.stdout.write(JSON.stringify({ took, verdicts: await judge(verifier, cases) }));
