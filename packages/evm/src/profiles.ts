/**
 * Sets of rules of the engine: Ethereum's (Cancun), and the ledger's, by version of its EVM. All have the gas schedule
 * of Cancun (contract-calls facts, 2.2: the ledger charges it under every version).
 */

/** Versions of the ledger's EVM that differ, oldest first. */
export const LEDGER_VERSIONS = [
  'v0.30',
  'v0.34',
  'v0.38',
  'v0.46',
  'v0.50',
  'v0.51',
  'v0.65',
  'v0.66',
  'v0.67',
  // Pectra: HIP-1341.
  'v0.70',
] as const;

export type LedgerVersion = (typeof LEDGER_VERSIONS)[number];

export type ProfileName = 'ethereum' | LedgerVersion;

export interface Profile {
  readonly name: ProfileName;
  readonly isLedger: boolean;
  /** Returns whether it includes the changes of a version of the ledger's EVM. */
  readonly isFrom: (version: LedgerVersion) => boolean;
  /** Operations of Cancun that the version does not have yet. */
  readonly missingOpcodes: readonly number[];
  /** Whether 0x44 is PREVRANDAO (EIP-4399); before it is DIFFICULTY, which is 0 on the ledger. */
  readonly hasPrevRandao: boolean;
  /** Whether init code has at most 49,152 bytes (EIP-3860). */
  readonly limitsInitCode: boolean;
  /** Whether SELFDESTRUCT deletes only contracts created by the same transaction (EIP-6780). */
  readonly destroysOnlyCreated: boolean;
  /** Whether accounts up to 0.0.750 have no balance and no code, and EXTCODE* finds no code up to 0.0.1000. */
  readonly hidesSystemAccounts: boolean;
  /** Whether value sent to an address that is not long-zero creates an account there. */
  readonly createsHollowAccounts: boolean;
  /** Whether calls and EXT* to missing addresses halt with `INVALID_SOLIDITY_ADDRESS`. */
  readonly haltsOnMissing: boolean;
  /** Whether calldata costs at least 10 gas a token (EIP-7623). */
  readonly hasCalldataFloor: boolean;
}

const PUSH0 = 0x5f;
/** Opcodes of BLOBHASH, BLOBBASEFEE, TLOAD, TSTORE and MCOPY. */
const CANCUN_OPCODES = [0x49, 0x4a, 0x5c, 0x5d, 0x5e];

const ETHEREUM: Profile = {
  name: 'ethereum',
  isLedger: false,
  isFrom: (version) => version !== 'v0.70',
  missingOpcodes: [],
  hasPrevRandao: true,
  limitsInitCode: true,
  destroysOnlyCreated: true,
  hidesSystemAccounts: false,
  createsHollowAccounts: false,
  haltsOnMissing: false,
  hasCalldataFloor: false,
};

/** Returns the rules by name. */
export function profileOf(name: ProfileName): Profile {
  if (name === 'ethereum') return ETHEREUM;
  const from = (version: LedgerVersion) => LEDGER_VERSIONS.indexOf(name) >= LEDGER_VERSIONS.indexOf(version);
  return {
    name,
    isLedger: true,
    isFrom: from,
    missingOpcodes: [...(from('v0.38') ? [] : [PUSH0]), ...(from('v0.50') ? [] : CANCUN_OPCODES)],
    hasPrevRandao: from('v0.34'),
    limitsInitCode: from('v0.38'),
    destroysOnlyCreated: from('v0.50'),
    hidesSystemAccounts: from('v0.38'),
    createsHollowAccounts: from('v0.34'),
    haltsOnMissing: !from('v0.46'),
    hasCalldataFloor: from('v0.70'),
  };
}
