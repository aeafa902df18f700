import { fileURLToPath } from 'node:url';

/** Real stream files, see `fixtures/README.md`. */
export const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));

/** Fixtures of mainnet's record stream. */
export const MAINNET_FIXTURES = `${FIXTURES}/mainnet`;
