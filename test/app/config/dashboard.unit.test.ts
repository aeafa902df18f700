import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dashboardFile } from '../../../src/app/config/dashboard.ts';

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
const { panels } = JSON.parse(dashboardFile()) as { readonly panels: readonly Panel[] };

test('deploy/grafana-dashboard.json is made from the table of panels', () => {
  const file = readFileSync(new URL('../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8');
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

test('each panel has queries with distinct letters and no unresolved placeholder', () => {
  for (const { type, targets = [] } of panels) {
    if (type !== 'row') expect(targets.length).toBeGreaterThan(0);
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    for (const { expr } of targets) expect(expr).not.toMatch(/\$\{|undefined/);
  }
});
