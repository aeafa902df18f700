import { count, geometricMean, lineOf, median } from '../table.ts';
import type { HttpLoad } from './http-load.ts';
import type { Load } from './pgbench.ts';
import type { Scenario } from './scenarios.ts';

/** A running query service, under the name that the table shows. */
export interface Beside {
  readonly name: string;
  readonly url: string;
}

/**
 * Measures each scenario on all services in turns of changing order, and prints the median rates and their ratio to the first service's.
 * All must answer from the same history. Paths that not all answer with 200 are left out.
 */
export async function measureBeside(
  services: readonly Beside[],
  scenarios: readonly Scenario[],
  { http, load, turns }: { readonly http: HttpLoad; readonly load: Load; readonly turns: number },
): Promise<void> {
  const [own, ...others] = services;
  if (own === undefined) return;
  const line = lineOf(50, 11);
  console.log(line(['requests a second', ...services.map(({ name }) => name), 'times', 'least', 'most']));
  const ratios = others.map((): number[] => []);
  for (const { name, paths } of scenarios) {
    const answered = await answeredByAll(services, paths);
    if (answered.length === 0) {
      console.log(line([name, '-']));
      continue;
    }
    const rates = services.map((): number[] => []);
    for (const { url } of services) await http(url, answered, { ...load, seconds: 1 });
    for (let turn = 0; turn < turns; turn += 1) {
      const order = [...services.keys()];
      for (const index of turn % 2 === 0 ? order : order.reverse()) {
        const { rate, failed } = await http(services[index]?.url ?? '', answered, load);
        if (failed > 0) throw new Error(`${services[index]?.name}: ${failed} requests of "${name}" failed`);
        rates[index]?.push(rate);
      }
    }
    const [mine = [], ...theirs] = rates;
    theirs.forEach((rate, index) => {
      ratios[index]?.push(median(mine) / median(rate));
    });
    const pairs = theirs.flatMap((rate) => rate.map((value, turn) => (mine[turn] ?? 0) / value));
    console.log(
      line([
        name,
        ...rates.map((rate) => count(median(rate))),
        theirs.map((rate) => (median(mine) / median(rate)).toFixed(2)).join(' '),
        Math.min(...pairs).toFixed(2),
        Math.max(...pairs).toFixed(2),
      ]),
    );
  }
  others.forEach(({ name }, index) => {
    const found = ratios[index] ?? [];
    console.log(
      `Geometric mean of ${found.length} names: ${geometricMean(found).toFixed(2)} times the rate of ${name}, ` +
        `at least ${Math.min(...found).toFixed(2)}`,
    );
  });
}

async function answeredByAll(services: readonly Beside[], paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const below of paths) {
    const path = `/api/v1/${below}`;
    const statuses = await Promise.all(
      services.map(async ({ url }) => {
        const response = await fetch(url + path);
        await response.arrayBuffer();
        return response.status;
      }),
    );
    if (statuses.every((status) => status === 200)) found.push(path);
  }
  return found;
}
