/** Configuration of a package's integration tests, without checks of types, which depend on the versions of the other packages. */
const path = require('node:path');

const { transform, ...config } = require(path.resolve('test/integration/jest.config.js'));
const withoutTypes = ([name, options]) => [name, { ...options, diagnostics: false }];

module.exports = {
  ...config,
  rootDir: process.cwd(),
  transform: Object.fromEntries(
    Object.entries(transform).map(([pattern, one]) => [pattern, withoutTypes(one)]),
  ),
};
