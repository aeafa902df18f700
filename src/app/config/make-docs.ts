import { writeFileSync } from 'node:fs';
import { clientSources } from '../../api/openapi/client-source.ts';
import { ROUTES } from '../../api/routes.ts';
import { configurationPage } from './configuration-page.ts';
import { dashboardFile } from './dashboard.ts';
import { systemContractsPage } from './system-contracts-page.ts';

/** Writes the pages and sources that are generated from tables in the code. Run by `npm run docs`. */
writeFileSync(new URL('../../../docs/configuration.md', import.meta.url), configurationPage());
writeFileSync(new URL('../../../docs/system-contracts.md', import.meta.url), systemContractsPage());
writeFileSync(new URL('../../../deploy/grafana-dashboard.json', import.meta.url), dashboardFile());
const client = clientSources(ROUTES);
writeFileSync(new URL('../../../src/client/types.ts', import.meta.url), client.types);
writeFileSync(new URL('../../../src/client/operations.ts', import.meta.url), client.table);
