import { fileURLToPath } from 'node:url';
import { installPackages } from '../tools/install-packages.js';

/**
 * An S3 server, a browser driver, clients of status pages and a load generator, which only some tests and benches need (50 MB).
 * Undefined if no registry has them: those tests are skipped, with a message.
 */
export const PACKAGES = await installPackages({
  source: fileURLToPath(new URL('packages/', import.meta.url)),
  cache: 'tain-test-packages',
  what: 'packages that tests run (an S3 server, a browser driver, clients of status pages)',
});
