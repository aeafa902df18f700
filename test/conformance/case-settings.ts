import { type ApiSettings, DEFAULT_API_SETTINGS } from '../../src/rest/route/settings.ts';

/** The part of the public mirror's configuration tree that cases set. */
export interface CaseConfig {
  readonly response?: {
    readonly enableDelegationAddress?: boolean;
    readonly limit?: {
      readonly default?: number;
      readonly max?: number;
      readonly tokenBalance?: { readonly singleAccount?: number; readonly multipleAccounts?: number };
    };
  };
  readonly users?: ApiSettings['users'];
}

/** Default settings of a case: testnet, at most 8 values of a parameter, no cache, time also on a loaded machine. */
const ASSUMED: ApiSettings = {
  ...DEFAULT_API_SETTINGS,
  requestTimeout: 60_000,
  maxRepeatedParameters: 8,
  chainId: 296n,
  cache: false,
  cachesFileVersions: false,
};

/** Returns our settings for a case's configuration. Throws when it contains a setting that is not mapped. */
export function caseSettings(config: CaseConfig | undefined): ApiSettings {
  const { response = {}, users, ...others } = config ?? {};
  const { enableDelegationAddress, limit = {}, ...otherResponses } = response;
  const { tokenBalance = {}, default: limitDefault, max, ...otherLimits } = limit;
  for (const name of [others, otherResponses, otherLimits].flatMap((part) => Object.keys(part))) {
    throw new Error(`no setting for ${name}`);
  }
  return {
    ...ASSUMED,
    limitDefault: limitDefault ?? ASSUMED.limitDefault,
    limitMax: max ?? ASSUMED.limitMax,
    tokenBalanceLimitSingle: tokenBalance.singleAccount ?? ASSUMED.tokenBalanceLimitSingle,
    tokenBalanceLimitMultiple: tokenBalance.multipleAccounts ?? ASSUMED.tokenBalanceLimitMultiple,
    delegationAddress: enableDelegationAddress ?? ASSUMED.delegationAddress,
    users: users ?? ASSUMED.users,
  };
}
