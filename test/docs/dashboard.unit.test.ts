import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dashboardFile } from '../../tools/docs/dashboard.ts';

interface GridPosition {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly gridPos: GridPosition;
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}
interface Variable {
  readonly name: string;
  readonly query: string | { readonly query: string };
}
const { panels, templating } = JSON.parse(dashboardFile()) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
};

test('deploy/grafana-dashboard.json is made from the table of panels', () => {
  const file = readFileSync(new URL('../../deploy/grafana-dashboard.json', import.meta.url), 'utf8');
  expect(file).toBe(dashboardFile());
});

test('no two panels overlap, none exceeds the page, and each has its own id', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

test('each query is of the chosen mirror, which any job of docs/metrics.md can be', () => {
  const guide = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
  const [, job = ''] = /job_name: (\S+)/.exec(guide) ?? [];
  const queries = new Map(
    templating.list.map(({ name, query }) => [name, typeof query === 'string' ? query : query.query]),
  );
  const [, pattern = ''] = /\{job=~"(.+)"\}/.exec(queries.get('job') ?? '') ?? [];
  expect(job).toMatch(new RegExp(`^(?:${pattern})$`));
  expect(queries.get('instance')).toContain('{job="$job"}');
  for (const { targets = [] } of panels) {
    for (const { expr } of targets) {
      expect(expr.match(/tain_\w+|process_\w+|nodejs_\w+/g)?.length, expr).toBe(
        expr.split('{job="$job",').length - 1,
      );
    }
  }
});

test('each panel has queries with distinct letters and no unresolved placeholder', () => {
  for (const { type, targets = [] } of panels) {
    if (type !== 'row') expect(targets.length).toBeGreaterThan(0);
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    for (const { expr } of targets) expect(expr).not.toMatch(/\$\{|undefined/);
  }
});
