// Writes the sources of packages/client that are made from the routes: its types, and the table of its operations. Run by
// `npm run build`.
import { writeFileSync } from 'node:fs';
import { ROUTES } from '../../src/rest/routes.ts';
import { clientSources } from './client-source.ts';

const { types, table } = clientSources(ROUTES);
for (const [file, text] of [
  ['types.ts', types],
  ['operations.ts', table],
] as const) {
  writeFileSync(new URL(`../../packages/client/src/${file}`, import.meta.url), text);
}
