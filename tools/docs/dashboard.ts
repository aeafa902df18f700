import { DASHBOARD_ROWS, type DashboardPanel } from './dashboard-panels.ts';

/** Grafana's units: columns of the grid, and the height of a panel. */
const COLUMNS = 24;
const HEIGHT = 8;

/** The data source chosen in Grafana. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own placeholder.
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

const LINES = {
  legend: { displayMode: 'list', placement: 'bottom' },
  tooltip: { mode: 'multi', sort: 'desc' },
};
const ONE_NUMBER = { reduceOptions: { calcs: ['lastNotNull'] } };

const HEAD = {
  title: 'Tain',
  uid: 'tain',
  schemaVersion: 39,
  version: 1,
  editable: true,
  refresh: '30s',
  timezone: 'utc',
  time: { from: 'now-6h', to: 'now' },
  tags: ['tain'],
  templating: {
    list: [
      { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' },
      // One mirror at a time: sums over several would hide each. docs/metrics.md names the jobs.
      {
        name: 'job',
        type: 'query',
        label: 'Mirror',
        datasource: DATASOURCE,
        query: { query: 'label_values(process_start_time_seconds{job=~"tain.*"}, job)', refId: 'jobs' },
        refresh: 2,
        includeAll: false,
        multi: false,
      },
      {
        name: 'instance',
        type: 'query',
        label: 'Process',
        datasource: DATASOURCE,
        query: {
          query: 'label_values(process_start_time_seconds{job="$job"}, instance)',
          refId: 'instances',
        },
        refresh: 2,
        includeAll: true,
        multi: true,
        allValue: '.*',
        current: { text: 'All', value: '$__all' },
      },
    ],
  },
  annotations: { list: [] },
  links: [],
};

/** Returns the text of `deploy/grafana-dashboard.json`, made from the table of panels. */
export function dashboardFile(): string {
  const panels: object[] = [];
  let y = 0;
  const add = (panel: (id: number) => object): void => {
    panels.push(panel(panels.length + 1));
  };
  for (const row of DASHBOARD_ROWS) {
    const at = { h: 1, w: COLUMNS, x: 0, y };
    add((id) => ({ id, type: 'row', title: row.title, collapsed: false, gridPos: at, panels: [] }));
    y += 1;
    let x = 0;
    for (const panel of row.panels) {
      const width = panel.width ?? (panel.type === 'stat' ? 4 : 8);
      if (x + width > COLUMNS) {
        x = 0;
        y += HEIGHT;
      }
      const place = { h: HEIGHT, w: width, x, y };
      add((id) => ({ id, ...panelOf(panel), gridPos: place }));
      x += width;
    }
    y += HEIGHT;
  }
  return `${JSON.stringify({ ...HEAD, panels }, null, 1)}\n`;
}

function panelOf({ title, description, unit, type, isStacked, targets }: DashboardPanel): object {
  const stacked = { custom: { stacking: { mode: 'normal' }, fillOpacity: 20 } };
  return {
    type: type ?? 'timeseries',
    title,
    ...(description !== undefined && { description }),
    datasource: DATASOURCE,
    fieldConfig: { defaults: { unit, min: 0, ...(isStacked && stacked) }, overrides: [] },
    targets: targets.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      expr,
      legendFormat,
      datasource: DATASOURCE,
    })),
    options: type === 'stat' ? ONE_NUMBER : LINES,
  };
}
