// Health check of a container: exit code 0 if Tain is ready, otherwise 1, with the reason in a line. Requests the readiness
// of the query service, else of the status service, else of the metrics. Their addresses are those of the environment;
// `--roles` and `--config` are not read.
const { TAIN_ROLES, TAIN_PORT, TAIN_STATUS_PORT, TAIN_METRICS_ADDRESS, TAIN_HOST } = process.env;

const roles = (TAIN_ROLES || 'api,evm,ingest,live,rpc,status').split(',').map((role) => role.trim());
const everywhere = ['', '0.0.0.0', '::'].includes(TAIN_HOST ?? '');
const host = everywhere ? '127.0.0.1' : TAIN_HOST.includes(':') ? `[${TAIN_HOST}]` : TAIN_HOST;

const url = roles.includes('api')
  ? `http://${host}:${TAIN_PORT || 5551}/health/readiness`
  : roles.includes('status')
    ? `http://${host}:${TAIN_STATUS_PORT || 5552}/health/readiness`
    : TAIN_METRICS_ADDRESS
      ? `http://${TAIN_METRICS_ADDRESS.replace(/^0\.0\.0\.0:|^\[::\]:/, '127.0.0.1:')}/health/readiness`
      : null;

if (url === null) console.log('No service has an address for the health check: set TAIN_METRICS_ADDRESS');
else {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(4_000) });
    console.log(`${url} responded with ${status}`);
    process.exitCode = status === 200 ? 0 : 1;
  } catch (error) {
    console.log(`${url} did not respond: ${error.cause?.code ?? error.name}`);
    process.exitCode = 1;
  }
}
