import type { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { accountId, long } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import { addressOf } from '../ledger/words.ts';
import type { AbiValue } from './abi.ts';
import { accountAt, hex, longZeroNum } from './code-addresses.ts';
import { gasForCents, RELATION_GAS } from './service-gas.ts';
import {
  indexOf,
  type ServiceCall,
  type ServiceMethod,
  type ServiceRequest,
  serviceOf,
  serviceRequest,
  type View,
} from './service-method.ts';
import { account } from './token-transfers.ts';

/** The account service as a system contract (HIP-632, HIP-904, HIP-906): 0.0.362, address 0x16a. */

export const ACCOUNT_SERVICE = 362;
const SUCCESS = BigInt(Status.SUCCESS);
const UPDATE_GAS = gasForCents(0.022);
const UNLIMITED = -1;

function approval(
  call: ServiceCall,
  owner: proto.IAccountID | null,
  spender: AbiValue | undefined,
  amount: AbiValue | undefined,
) {
  const value = call.number(amount);
  if (value >= 1n << 63n || value <= -(1n << 63n)) return call.tooLarge();
  const allowance = {
    owner,
    spender: account(call, spender),
    amount: long(value),
  };
  return serviceRequest(
    'cryptoApproveAllowance',
    { cryptoApproveAllowance: { cryptoAllowances: [allowance] } },
    RELATION_GAS,
  );
}

/** Returns the allowance of an owner's number for a spender. */
function allowance(call: ServiceCall, owner: number, spender: AbiValue | undefined): View {
  if (owner === 0) return Status.INVALID_ALLOWANCE_OWNER_ID;
  const key = `${owner}:${call.account(spender)}`;
  return [SUCCESS, call.x.ledger.cryptoAllowances.get(key)?.amount ?? 0n];
}

/** Sets whether an account associates tokens automatically without a limit, or never. */
function unlimited(call: ServiceCall, num: number): ServiceRequest {
  const value = call.number(call.args[0]) === 1n ? UNLIMITED : 0;
  const cryptoUpdateAccount = {
    accountIDToUpdate: accountId(num),
    maxAutomaticTokenAssociations: { value },
  };
  // A contract counts as its own key here, even without an admin key.
  const act = (child: Execution): Status => {
    if (!call.dispatch.actsFor(num)) return Status.INVALID_SIGNATURE;
    child.ledger.accounts.edit(num).maxAutoAssociations = value;
    child.receipt.accountID = accountId(num);
    return Status.SUCCESS;
  };
  return { ...serviceRequest('cryptoUpdateAccount', { cryptoUpdateAccount }, UPDATE_GAS), act };
}

const METHODS: readonly ServiceMethod[] = [
  {
    signature: 'hbarAllowance(address,address)',
    returns: '(int64,int256)',
    view: (call) => allowance(call, call.account(call.args[0]), call.args[1]),
  },
  {
    signature: 'isValidAlias(address)',
    returns: '(bool)',
    view: (call) => [call.account(call.args[0]) === 0 ? 0n : 1n],
  },
  {
    signature: 'getEvmAddressAlias(address)',
    returns: '(int64,address)',
    view: (call) => {
      const { evmAddress } = call.x.ledger.accounts.get(call.token(call.args[0])) ?? {};
      return evmAddress ? [SUCCESS, BigInt(`0x${hex(evmAddress)}`)] : [BigInt(Status.INVALID_ACCOUNT_ID), 0n];
    },
  },
  {
    signature: 'getHederaAccountNumAlias(address)',
    returns: '(int64,address)',
    view: (call) => {
      const address = addressOf(call.number(call.args[0]));
      const num = longZeroNum(hex(address)) === 0 ? call.x.ledger.resolveAlias(address) : 0;
      return num === 0 ? [BigInt(Status.INVALID_SOLIDITY_ADDRESS), 0n] : [SUCCESS, BigInt(num)];
    },
  },
  {
    signature: 'hbarApprove(address,address,int256)',
    returns: '(int64)',
    request: (call) => approval(call, account(call, call.args[0]), call.args[1], call.args[2]),
  },
  {
    signature: 'setUnlimitedAutomaticAssociations(bool)',
    returns: '(int64)',
    request: (call) => unlimited(call, call.by),
  },
];

/** Functions of an account (HIP-906): those of the service for the account itself. */
const FACADE: readonly ServiceMethod[] = [
  {
    signature: 'hbarAllowance(address)',
    returns: '(int64,int256)',
    view: (call) => allowance(call, call.subject, call.args[0]),
  },
  {
    signature: 'hbarApprove(address,int256)',
    returns: '(int64)',
    request: (call) => approval(call, accountId(call.by), call.args[0], call.args[1]),
  },
  {
    signature: 'setUnlimitedAutomaticAssociations(bool)',
    returns: '(int64)',
    request: (call) => unlimited(call, call.subject),
  },
];

const FUNCTIONS: ReadonlySet<string> = new Set(indexOf(FACADE).keys());

/** Returns whether an account handles a call with this input itself. */
export function isAccountFunction(input: Uint8Array): boolean {
  return FUNCTIONS.has(hex(input.subarray(0, 4)));
}

export const accountService = serviceOf(METHODS, ACCOUNT_SERVICE, {
  redirect: 'redirectForAccount(address,bytes)',
  methods: FACADE,
  find: accountAt,
});
