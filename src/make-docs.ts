import { writeFileSync } from 'node:fs';
import { configurationPage } from './config.ts';

/** Writes the pages of `docs/` that are made from tables in the code. Run by `npm run docs`. */
writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage());
