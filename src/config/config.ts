import path from 'node:path';
import { Failure } from '../kernel/failure.ts';
import type { SettingValues } from '../kernel/settings/setting.ts';
import type { NetworkName } from './general-settings.ts';
import { readGivenSettings } from './given-settings.ts';
import { retentionPeriods } from './retention-periods.ts';
import type { SETTINGS } from './settings.ts';

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
  const given = readGivenSettings(environment, file, warn);
  const values = [...given].map(([key, { setting, text }]) => {
    try {
      return [key, setting.reader.read(text)] as const;
    } catch (error) {
      const shown = setting.reader.secret ? '' : ` is ${JSON.stringify(text)},`;
      throw new Failure('usage', `Setting ${setting.name}${shown} must be ${(error as Error).message}.`);
    }
  });
  const config = Object.fromEntries(values) as Config;
  if (config.limitDefault > config.limitMax && given.get('limitDefault')?.source !== 'default') {
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
