import { fileURLToPath } from 'node:url';

/** Real files of mainnet, see `fixtures/README.md`. */
export const MAINNET_FIXTURES = fileURLToPath(new URL('./fixtures/mainnet', import.meta.url));
