// Writes the pages that are generated from tables in the code. Run by `npm run docs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { configurationPage } from './configuration-page.ts';
import { dashboardFile } from './dashboard.ts';
import { withLimitsTable } from './limits-table.ts';
import { rpcMethodsPage } from './rpc-methods-page.ts';
import { systemContractsPage } from './system-contracts-page.ts';

const security = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const files = {
  'docs/configuration.md': configurationPage(),
  'docs/security.md': withLimitsTable(security),
  'docs/json-rpc-methods.md': rpcMethodsPage(),
  'docs/system-contracts.md': systemContractsPage(),
  'deploy/grafana-dashboard.json': dashboardFile(),
};
const alarms = readFileSync(new URL('../../deploy/prometheus-alerts.yaml', import.meta.url), 'utf8');
// Copies, because a chart has only files of its own folder.
const chart = 'deploy/helm/tain/files';
Object.assign(files, {
  [`${chart}/grafana-dashboard.json`]: files['deploy/grafana-dashboard.json'],
  [`${chart}/prometheus-alerts.yaml`]: alarms,
});
for (const [file, text] of Object.entries(files)) {
  writeFileSync(new URL(`../../${file}`, import.meta.url), text);
}
