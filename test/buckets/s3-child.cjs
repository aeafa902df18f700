/** The S3 server of the tests, in a process of its own: its continuation tokens need a cipher that Node leaves out. */
const [program, directory, strictness, ...buckets] = process.argv.slice(2);
const S3rver = require(program);
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  // It takes the path `/bucket/` for `/bucket`, and so finds every signature of a list of AWS's own client wrong.
  allowMismatchedSignatures: strictness !== 'strict',
  directory,
  configureBuckets: buckets.map((name) => ({ name })),
});
server.run().then(({ port }) => process.send({ port }));
process.once('disconnect', () => process.exit());
