// Whether the Tain of a container works: exit code 0, or 1 and a line that says why not. It asks the query service, else
// the status service, else the metrics, as the environment says where they are (`--roles` and `--config` it cannot see).
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

if (url === null) console.log('Nothing listens that could be asked: set TAIN_METRICS_ADDRESS');
else {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(4_000) });
    console.log(`${url} answers ${status}`);
    process.exitCode = status === 200 ? 0 : 1;
  } catch (error) {
    console.log(`${url} does not answer: ${error.cause?.code ?? error.name}`);
    process.exitCode = 1;
  }
}
