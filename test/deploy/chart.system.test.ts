import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { furtherPortsOf } from '../../src/config/api-settings.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { fileSettingOf } from '../../src/config/given-settings.ts';
import { rpcPortsOf } from '../../src/config/rpc-settings.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { statusPortOf } from '../../src/config/status-settings.ts';
import type { Setting } from '../../src/kernel/settings/setting.ts';
import { removeFolder } from '../remove-folder.ts';
import { ROOT } from './dockerfile.ts';
import { findHelm } from './helm.ts';

// Renders the chart with Helm, and checks each manifest against the models of Kubernetes, the settings, and the ports on
// which roles listen.

const run = promisify(execFile);
const CHART = fileURLToPath(new URL('deploy/helm/tain', ROOT));
const helm = await findHelm();

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec?: Spec;
}
interface Port {
  readonly name: string;
  readonly containerPort: number;
}
interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly Port[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext: object;
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly port: string } };
}
interface Spec {
  readonly replicas?: number;
  readonly selector?: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly template?: {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
    readonly spec: {
      readonly containers: readonly Container[];
      readonly securityContext: object;
      readonly volumes: readonly {
        readonly name: string;
        readonly projected?: { readonly sources: readonly { secret: { items: { path: string }[] } }[] };
      }[];
    };
  };
  readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly targetPort: string }[];
  readonly groups?: unknown;
  readonly rules?: readonly {
    http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] };
  }[];
  readonly endpoints?: readonly { readonly relabelings: readonly { readonly replacement: string }[] }[];
}

const EVERYTHING = {
  image: { repository: 'registry.example/tain', digest: `sha256:${'0'.repeat(64)}`, pullPolicy: 'Always' },
  imagePullSecrets: [{ name: 'registry' }],
  settings: { TAIN_LOG_LEVEL: 'debug', TAIN_CACHE: false },
  secretFiles: { TAIN_METRICS_TOKEN_FILE: { secret: 'tain', key: 'metrics' } },
  embedded: { persistence: { storageClass: 'fast' } },
  service: { type: 'LoadBalancer', annotations: { a: 'b' } },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { a: 'b' },
    hosts: ['api', 'status', 'rpc', 'live'].map((role) => ({ host: `${role}.example`, role })),
    tls: [{ secretName: 'tls', hosts: ['api.example'] }],
  },
  metrics: {
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true },
    dashboard: { enabled: true },
  },
  podAnnotations: { a: 'b' },
  podLabels: { team: 'x' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'a', operator: 'Exists' }],
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }],
  priorityClassName: 'high',
  serviceAccountName: 'tain',
};
const OWN_DATABASE = {
  network: 'mainnet',
  database: { existingSecret: 'tain-database' },
  workloads: {
    ingest: {
      replicas: 2,
      settings: { TAIN_BUCKET_PROVIDER: 'gcs', TAIN_BUCKET_PROJECT: 'payer' },
      secretFiles: { TAIN_BUCKET_SECRET_KEY_FILE: { secret: 'bucket', key: 'secret' } },
    },
    api: { replicas: 3, settings: { TAIN_TRUST_PROXY: 'on' } },
    status: { settings: { NODE_OPTIONS: '--max-old-space-size=256' } },
    live: { secretFiles: { TAIN_GRPC_TLS_KEY: { secret: 'grpc', key: 'tls.key' } } },
    rpc: null,
    tools: { roles: ['rpc', 'evm'], replicas: 1 },
  },
};

/** Renders the chart for release `mainnet`, of which the CRDs exist. */
async function render(values: object): Promise<Manifest[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-chart-'));
  onTestFinished(() => removeFolder(folder));
  const file = path.join(folder, 'values.json');
  await writeFile(file, JSON.stringify(values));
  const { stdout } = await run(helm?.program ?? '', ['template', 'mainnet', CHART, '--values', file]);
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** Returns where the models declare a kind. */
function modelOf({ apiVersion, kind }: Manifest): string {
  const models = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
  return `${models}/${apiVersion}/${kind}`;
}

/** Returns the complaints of Kubernetes' schemas, and those of the compiler, which also refuses unknown fields. */
async function complaintsOf(manifests: readonly Manifest[]): Promise<string[]> {
  if (helm === null) return [];
  const complaints: string[] = [];
  const lines: string[] = [];
  for (const [n, manifest] of manifests.entries()) {
    const Model = (await helm.load(modelOf(manifest)))[manifest.kind] as new (
      data: Manifest,
    ) => { validate(): void };
    try {
      new Model(manifest).validate();
    } catch (error) {
      complaints.push(`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`);
    }
    lines.push(`import type { I${manifest.kind} as I${n} } from '${modelOf(manifest)}';`);
    lines.push(`export const manifest${n}: I${n} = ${JSON.stringify(manifest)};`);
  }
  const folder = await mkdtemp(path.join(helm.folder, 'manifests-'));
  onTestFinished(() => removeFolder(folder));
  const file = path.join(folder, 'manifests.ts');
  await writeFile(file, lines.join('\n'));
  const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', ROOT));
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', '--types', ''];
  const { stdout } = await run(process.execPath, [tsc, ...options, file], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout === '' ? complaints : [...complaints, stdout];
}

const ALL = Object.values<Setting<unknown>>(SETTINGS);
const SECRET_FILES = new Set(ALL.map(fileSettingOf).filter((name) => name !== null));
const NAMES = new Set([...ALL.map(({ name }) => name), ...SECRET_FILES, 'NODE_OPTIONS']);

/** Ports on which a process with these settings listens. */
function listening(config: Config): number[] {
  const { roles, port, grpcPort, metricsAddress } = config;
  const rpc = rpcPortsOf(config);
  return [
    ...(roles.has('api') ? [port, ...furtherPortsOf(config).ports] : []),
    ...(roles.has('status') ? [statusPortOf(config)] : []),
    ...(roles.has('live') ? [grpcPort ?? 5600] : []),
    ...(roles.has('rpc') ? [rpc.port, ...rpc.furtherPorts] : []),
    ...(metricsAddress === null ? [] : [metricsAddress.port]),
  ];
}

/** Checks the settings, ports, probes and volumes of a pod. Returns its settings, and the names of its ports. */
function verifyPod({ template, volumeClaimTemplates = [] }: Spec): {
  readonly config: Config;
  readonly ports: ReadonlySet<string>;
} {
  const { containers = [], volumes = [], securityContext } = template?.spec ?? {};
  expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
  const [container] = containers;
  if (container === undefined) throw new Error('the pod has no container');
  expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
  const names = [...volumes, ...volumeClaimTemplates.map(({ metadata }) => metadata)].map(({ name }) => name);
  expect(names.sort()).toEqual(container.volumeMounts.map(({ name }) => name).sort());
  // Files of secrets are mounted where their settings look for them.
  const files = volumes.flatMap(({ projected }) =>
    (projected?.sources ?? []).flatMap(({ secret }) => secret.items.map(({ path: file }) => file)),
  );
  const given: Record<string, string> = {};
  for (const { name, value } of container.env) {
    expect([name, NAMES.has(name)]).toEqual([name, true]);
    const isFile = value.startsWith('/etc/tain/secrets/');
    if (isFile) expect([value, files.includes(name)]).toEqual([`/etc/tain/secrets/${name}`, true]);
    if (!SECRET_FILES.has(name)) given[name] = value;
    else expect(isFile).toBe(true);
  }
  const isOwn = files.includes('DATABASE_URL_FILE');
  // The certificate of a key is given with it.
  const certificate = given.TAIN_GRPC_TLS_KEY && { TAIN_GRPC_TLS_CERT: '/x' };
  const config = readConfig({ ...given, ...certificate, ...(isOwn && { DATABASE_URL: 'postgres://a@b/c' }) });
  expect(config.databaseUrl !== null).toBe(isOwn);
  const { ports = [] } = container;
  for (const { containerPort } of ports) expect(listening(config)).toContain(containerPort);
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
    if (container.args[0] === 'migrate') expect(container[probe]).toBeUndefined();
    else expect(ports.map(({ name }) => name)).toContain(container[probe]?.httpGet.port);
  }
  return { config, ports: new Set(ports.map(({ name }) => name)) };
}

/** Checks that all manifests fit together. Returns the roles and replicas of each workload. */
function verifyTogether(manifests: readonly Manifest[]): Record<string, string> {
  const workloads: Record<string, string> = {};
  const pods: { labels: Readonly<Record<string, string>>; ports: ReadonlySet<string> }[] = [];
  for (const { kind, metadata, spec } of manifests) {
    if (spec?.template === undefined) continue;
    const { config, ports } = verifyPod(spec);
    const { labels } = spec.template.metadata;
    expect(labels).toMatchObject(spec.selector?.matchLabels ?? {});
    pods.push({ labels, ports });
    workloads[metadata.name] = `${kind} ${spec.replicas ?? 'once'}: ${[...config.roles].join()}`;
  }
  const services = new Map<string, ReadonlySet<string>>();
  for (const { kind, metadata, spec } of manifests) {
    if (kind !== 'Service') continue;
    const selector = Object.entries((spec?.selector ?? {}) as Record<string, unknown>);
    for (const { targetPort } of spec?.ports ?? []) {
      const served = pods.filter(
        ({ labels, ports }) =>
          selector.every(([name, value]) => labels[name] === value) && ports.has(targetPort),
      );
      expect([metadata.name, targetPort, served.length > 0]).toEqual([metadata.name, targetPort, true]);
    }
    services.set(metadata.name, new Set(spec?.ports?.map(({ name }) => name)));
  }
  for (const { rules = [] } of manifests.map(({ spec }) => spec ?? {})) {
    for (const { http } of rules) {
      const { service } = http.paths[0]?.backend ?? {};
      expect(services.get(service?.name ?? '')).toContain(service?.port.name);
    }
  }
  return workloads;
}

describe.skipIf(helm === null)('the chart', () => {
  beforeAll(async () => {
    await run(helm?.program ?? '', ['lint', '--strict', CHART]);
  });

  test('runs all roles in one pod with an embedded PostgreSQL by default', async () => {
    const manifests = await render({});
    expect(await complaintsOf(manifests)).toEqual([]);
    expect(verifyTogether(manifests)).toEqual({
      'mainnet-tain-all': 'StatefulSet 1: api,evm,ingest,live,rpc,status',
    });
  });

  test('has services, hosts, metrics, the alarms and the dashboard with everything on', async () => {
    const manifests = await render(EVERYTHING);
    expect(await complaintsOf(manifests)).toEqual([]);
    verifyTogether(manifests);
    const of = (kind: string) => manifests.find((each) => each.kind === kind);
    const alarms = parse(readFileSync(new URL('deploy/prometheus-alerts.yaml', ROOT), 'utf8')) as Spec;
    expect(of('PrometheusRule')?.spec?.groups).toEqual(alarms.groups);
    // The alarms look at jobs whose names begin with tain.
    expect(of('ServiceMonitor')?.spec?.endpoints?.[0]?.relabelings[0]?.replacement).toBe('tain-mainnet');
    expect(of('Ingress')?.spec?.rules).toHaveLength(4);
    const { data } = of('ConfigMap') as unknown as { data: Record<string, string> };
    expect(JSON.parse(data['tain.json'] ?? '')).toEqual(
      JSON.parse(readFileSync(new URL('deploy/grafana-dashboard.json', ROOT), 'utf8')),
    );
  });

  test('runs roles apart with a database of its own, which a hook migrates', async () => {
    const manifests = await render(OWN_DATABASE);
    expect(await complaintsOf(manifests)).toEqual([]);
    expect(verifyTogether(manifests)).toEqual({
      'mainnet-tain-migrate': 'Job once: ingest',
      'mainnet-tain-ingest': 'StatefulSet 2: ingest',
      'mainnet-tain-api': 'Deployment 3: api,evm',
      'mainnet-tain-live': 'Deployment 1: live',
      'mainnet-tain-status': 'Deployment 1: status',
      'mainnet-tain-tools': 'Deployment 1: rpc,evm',
    });
    const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets.map(({ metadata }) => metadata.name).sort()).toEqual([
      'mainnet-tain-api',
      'mainnet-tain-ingest',
    ]);
  });

  test('takes the values of its documentation', async () => {
    const [, values = ''] = /```yaml\n(.*?)```/s.exec(readFileSync('docs/kubernetes.md', 'utf8')) ?? [];
    const manifests = await render(parse(values) as object);
    expect(await complaintsOf(manifests)).toEqual([]);
    expect(verifyTogether(manifests)).toMatchObject({ 'mainnet-tain-api': 'Deployment 4: api,evm' });
  });

  test.each<[string, object, string]>([
    ['a port', { settings: { TAIN_PORT: '1' } }, "invalid propertyName 'TAIN_PORT'"],
    ['a number', { settings: { TAIN_WAITING: 1 } }, "at '/settings/TAIN_WAITING': got number"],
    ['an unknown value', { databse: {} }, "additional properties 'databse' not allowed"],
    [
      'two workloads that write',
      { database: { existingSecret: 'x' }, workloads: { other: { roles: ['ingest'], replicas: 1 } } },
      'Only one workload may have role ingest',
    ],
    [
      'two status services',
      { database: { existingSecret: 'x' }, workloads: { status: { replicas: 2 } } },
      'Workload status has role status, which runs once',
    ],
    [
      'a host without its role',
      { embedded: { roles: ['api'] }, ingress: { enabled: true, hosts: [{ host: 'a', role: 'rpc' }] } },
      'No workload has role rpc of the host a',
    ],
  ])('refuses %s', async (_, values, message) => {
    await expect(render(values)).rejects.toThrow(message);
  });
});
