import type { ApiSettings } from '../../api/settings.ts';
import { DEFAULT_API_SETTINGS } from '../../api/settings.ts';
import { type Config, chainIdOf } from './config.ts';

/** The settings of the query service. */
export function apiSettingsOf(config: Config): ApiSettings {
  return {
    ...DEFAULT_API_SETTINGS,
    limitDefault: Math.min(config.limitDefault, config.limitMax),
    limitMax: config.limitMax,
    tokenBalanceLimitSingle: config.tokenBalanceLimitSingle,
    tokenBalanceLimitMultiple: config.tokenBalanceLimitMultiple,
    maxRepeatedParameters: config.maxRepeatedParameters,
    delegationAddress: config.delegationAddress,
    users: config.users,
    cache: config.cache,
    chainId: BigInt(chainIdOf(config)),
    shard: BigInt(config.shard),
    realm: BigInt(config.realm),
    statementTimeout: config.statementTimeout,
    requestTimeout: config.requestTimeout,
    trustProxy: config.trustProxy,
  };
}
