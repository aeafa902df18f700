import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Failure } from '../kernel/failure.ts';
import type { Setting } from '../kernel/settings/setting.ts';
import { SETTINGS } from './settings.ts';

const NO_KEYS = 'tain status writes into the database without a key';
const NO_SUBSCRIBERS = 'the status service has no subscribers';
const tenthOf = (name: string): string => `it is always a tenth of ${name}`;

/**
 * Settings of earlier releases, with what replaces each. They are accepted with a warning for one release, because an
 * unknown setting fails the start.
 */
const REMOVED_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['TAIN_BLOCK_NODE_CHOICE', 'its value is always priority-then-latency'],
  ['TAIN_BUCKET_LISTED_NODES', 'its value is always 4'],
  ['TAIN_DEMO_PARTIAL_CHANGES', '`tain demo DIR --partial-changes` writes such a stream'],
  ['TAIN_DEMO_SEED', 'its value is always 7; `tain demo DIR --seed` writes another stream'],
  ['TAIN_EVENT_STREAMS_PER_CLIENT', tenthOf('TAIN_EVENT_STREAMS')],
  ['TAIN_EVENT_STREAM_HEARTBEAT', 'its value is always 10s'],
  ['TAIN_EVENT_STREAM_STALL_TIME', 'its value is always 30s'],
  ['TAIN_EVM_CHECK_INIT_CODE', 'its value is always on'],
  ['TAIN_EVM_CLIENT_BUDGET', 'its value is always 10s'],
  ['TAIN_EVM_GAS_REFUND_PERCENT', 'its value is always 100'],
  ['TAIN_EVM_TRACE_TIME_LIMIT', 'its value is always 60s'],
  ['TAIN_EVM_WAIT_LIMIT', 'its value is always 30s'],
  ['TAIN_GRPC_MAX_CALLS_PER_CLIENT', tenthOf('TAIN_GRPC_MAX_CALLS')],
  ['TAIN_GRPC_STALL_TIME', 'its value is always 1m'],
  ['TAIN_GRPC_TOPIC_WAIT', 'its value is always 2s'],
  ['TAIN_RPC_MAX_WEBSOCKETS_PER_CLIENT', tenthOf('TAIN_RPC_MAX_WEBSOCKETS')],
  ['TAIN_STATUS_INCIDENT_AFTER', 'its value is always 1m'],
  ['TAIN_STATUS_KEY', NO_KEYS],
  ['TAIN_STATUS_MAIL_FROM', NO_SUBSCRIBERS],
  ['TAIN_STATUS_PRIVATE_WEBHOOKS', NO_SUBSCRIBERS],
  ['TAIN_STATUS_PUBLIC_WEBHOOKS', NO_SUBSCRIBERS],
  ['TAIN_STATUS_RESOLVE_AFTER', 'its value is always 2m'],
  ['TAIN_STATUS_SMTP_URL', NO_SUBSCRIBERS],
  ['TAIN_STATUS_WINDOW_FILES', 'its value is always 30'],
  ['TAIN_WAITING_PER_CLIENT', tenthOf('TAIN_WAITING')],
  ['TAIN_WAIT_DEFAULT', 'its value is always 10s'],
]);

/** End of the name of a setting whose value is a file with the value of a secret one. */
const FILE_SUFFIX = '_FILE';

/** Text of a setting, and where it was given. */
export interface GivenSetting {
  readonly setting: Setting<unknown>;
  /** Text that is read: as given, else the default. */
  readonly text: string;
  /** `default`, `environment`, or the path of the settings file or of the secret's own file. */
  readonly source: 'default' | 'environment' | { readonly file: string };
}

/** Returns the setting that names the file of a secret: `DATABASE_URL_FILE` for `DATABASE_URL`; null if it is not secret. */
export function fileSettingOf({ name, reader }: Setting<unknown>): string | null {
  return reader.secret ? `${name}${FILE_SUFFIX}` : null;
}

/**
 * Reads the texts of all settings, by their keys in `SETTINGS`, from environment variables, below them a file of `NAME=value`
 * lines, and files of secrets. Calls `warn` for each removed setting. Throws `Failure` when a name is unknown, when a secret
 * is also given as a file, and when a file cannot be read. Only names with the prefix `TAIN_` must be known, because the
 * environment has many others.
 */
export function readGivenSettings(
  environment: NodeJS.ProcessEnv,
  file: string | undefined,
  warn: (warning: string) => void,
): ReadonlyMap<string, GivenSetting> {
  const fromFile = file === undefined ? {} : readSettingsFile(file);
  for (const name of Object.keys(fromFile)) verifyName(name, ` in ${file}`, warn);
  for (const name of Object.keys(environment)) {
    if (name.startsWith('TAIN_')) verifyName(name, '', warn);
  }
  // The environment takes precedence also with a blank value, which means the default.
  const given = (name: string): Omit<GivenSetting, 'setting'> | null => {
    const text = (environment[name] ?? fromFile[name])?.trim();
    if (!text) return null;
    return { text, source: environment[name] === undefined ? { file: file ?? '' } : 'environment' };
  };
  const all = Object.entries(SETTINGS).map(([key, setting]: [string, Setting<unknown>]) => {
    const fileSetting = fileSettingOf(setting);
    const [own, path] = [given(setting.name), fileSetting === null ? null : given(fileSetting)];
    if (own !== null && path !== null) {
      throw new Failure('usage', `Settings ${setting.name} and ${fileSetting} must not be given together.`);
    }
    const secret = path && { text: readSecret(path.text, fileSetting), source: { file: path.text } };
    const found = own ?? secret ?? ({ text: setting.fallback, source: 'default' } as const);
    return [key, { setting, ...found }] as const;
  });
  return new Map(all);
}

/**
 * Returns the content of a secret's file without the newline at its end. Throws `Failure` for an empty file, because the
 * default would be used instead.
 */
function readSecret(file: string, name: string | null): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new Failure('usage', `The file ${file} of setting ${name} cannot be read.`, { cause });
  }
  if (text === '') throw new Failure('usage', `The file ${file} of setting ${name} is empty.`);
  return text;
}

/** Throws `Failure` for a setting that does not exist, naming the nearest one; calls `warn` for a removed one. */
function verifyName(name: string, origin: string, warn: (warning: string) => void): void {
  const known = Object.values<Setting<unknown>>(SETTINGS)
    .flatMap((one) => [one.name, fileSettingOf(one)])
    .filter((one) => one !== null);
  if (known.includes(name)) return;
  const now = REMOVED_SETTINGS.get(name);
  if (now !== undefined) {
    warn(`Setting ${name}${origin} no longer exists: ${now}. The next release refuses it.`);
    return;
  }
  const near = nearest(name, known);
  throw new Failure('usage', `Unknown setting ${name}${origin}${near ? ` (did you mean ${near}?)` : ''}.`);
}

/** Returns a warning when a settings file holds secrets and other users of this machine can read it; null otherwise. */
export function settingsFileWarning(file: string): string | null {
  if (process.getuid === undefined || (statSync(file).mode & 0o044) === 0) return null;
  const given = readSettingsFile(file);
  const secrets = Object.values(SETTINGS).filter((one) => one.reader.secret && given[one.name]?.trim());
  if (secrets.length === 0) return null;
  const names = secrets.map(({ name }) => name).join(', ');
  return `Other users can read ${file}, which holds ${names}: chmod 600 ${file}.`;
}

function readSettingsFile(file: string): Record<string, string> {
  try {
    return parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch (cause) {
    throw new Failure('usage', `The settings file ${file} cannot be read.`, { cause });
  }
}

/** Returns the closest known name, if it differs by at most three letters. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const ranked = names.map((candidate) => ({ candidate, distance: editDistance(name, candidate) }));
  ranked.sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= 3 ? best.candidate : undefined;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
