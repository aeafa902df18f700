import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { Failure } from '../../kernel/failure.ts';
import type { SettingValues } from '../../kernel/settings/setting.ts';
import type { NetworkName } from './general-settings.ts';
import { REMOVED_SETTINGS } from './removed-settings.ts';
import { retentionPeriods } from './retention-periods.ts';
import { SETTINGS } from './settings.ts';

export type Config = SettingValues<typeof SETTINGS>;

const CHAIN_IDS: Readonly<Record<NetworkName, number>> = {
  mainnet: 295,
  testnet: 296,
  previewnet: 297,
  demo: 298,
  other: 298,
};

/** Returns the effective chain id: as set, else the network's (EIP-155; HIP-26 networks). */
export function chainIdOf(config: Config): number {
  return config.chainId ?? CHAIN_IDS[config.network];
}

/**
 * Reads all settings from environment variables and, below them, a file of `NAME=value` lines. Calls `warn` for each
 * removed setting. Throws `Failure` naming the setting when one is unknown or malformed. Only names with the prefix
 * `TAIN_` must be known, because the environment has many others.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv,
  file?: string,
  warn: (warning: string) => void = () => undefined,
): Config {
  const fromFile = file === undefined ? {} : readSettingsFile(file);
  for (const name of Object.keys(fromFile)) verifyName(name, ` in ${file}`, warn);
  for (const name of Object.keys(environment)) {
    if (name.startsWith('TAIN_')) verifyName(name, '', warn);
  }
  const values = Object.entries(SETTINGS).map(([key, one]) => {
    const given = environment[one.name] ?? fromFile[one.name];
    const value = given === undefined || given.trim() === '' ? one.fallback : given.trim();
    try {
      return [key, one.reader.read(value)] as const;
    } catch (error) {
      const shown = one.reader.secret ? '' : ` is ${JSON.stringify(value)},`;
      throw new Failure('usage', `Setting ${one.name}${shown} must be ${(error as Error).message}.`);
    }
  });
  const config = Object.fromEntries(values) as Config;
  const givenDefault = environment.TAIN_LIMIT_DEFAULT ?? fromFile.TAIN_LIMIT_DEFAULT;
  if (config.limitDefault > config.limitMax && givenDefault !== undefined) {
    throw new Failure('usage', 'Setting TAIN_LIMIT_DEFAULT must not be above TAIN_LIMIT_MAX.');
  }
  if (config.tssProfile !== null && config.ledgerId === null && config.ledgerFile === null) {
    throw new Failure(
      'usage',
      'Setting TAIN_LEDGER_ID or TAIN_LEDGER_FILE must be given with TAIN_TSS_PROFILE.',
    );
  }
  if ((config.grpcCertificate === null) !== (config.grpcKey === null)) {
    throw new Failure('usage', 'Settings TAIN_GRPC_TLS_CERT and TAIN_GRPC_TLS_KEY must be given together.');
  }
  retentionPeriods(config.retention, config.retentionOf);
  return { ...config, dataDir: path.resolve(config.dataDir) };
}

/** Throws `Failure` for a setting that does not exist, naming the nearest one; calls `warn` for a removed one. */
function verifyName(name: string, origin: string, warn: (warning: string) => void): void {
  const known = Object.values(SETTINGS).map((one) => one.name);
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
