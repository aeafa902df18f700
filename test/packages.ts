import { fileURLToPath } from 'node:url';
import { installPackages } from '../tools/install-packages.js';

/**
 * An S3 server, a driver of browsers, clients of status pages, a load generator: what some tests and benches run, and
 * nobody else needs (50 MB). Undefined where no registry has them: those tests are skipped, and a line says so.
 */
export const PACKAGES = await installPackages({
  source: fileURLToPath(new URL('packages/', import.meta.url)),
  cache: 'tain-test-packages',
  what: 'packages that tests run (an S3 server, a browser driver, clients of status pages)',
});
