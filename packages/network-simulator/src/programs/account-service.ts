import type { Execution } from '../ledger/execution.ts';
import { accountId, long } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import { addressOf } from '../ledger/words.ts';
import { hex, longZeroNum } from './code-addresses.ts';
import { gasForCents, RELATION_GAS } from './service-gas.ts';
import { type ServiceCall, type ServiceMethod, serviceOf, serviceRequest } from './service-method.ts';
import { account } from './token-transfers.ts';

/** The account service as a system contract (HIP-632, HIP-904, HIP-906): 0.0.362, address 0x16a. */

export const ACCOUNT_SERVICE = 362;
const SUCCESS = BigInt(Status.SUCCESS);
const UPDATE_GAS = gasForCents(0.022);
const UNLIMITED = -1;

function approve(call: ServiceCall) {
  const [owner, spender, amount] = call.args;
  const value = call.number(amount);
  if (value >= 1n << 63n || value <= -(1n << 63n)) return call.tooLarge();
  const allowance = {
    owner: account(call, owner),
    spender: account(call, spender),
    amount: long(value),
  };
  return serviceRequest(
    'cryptoApproveAllowance',
    { cryptoApproveAllowance: { cryptoAllowances: [allowance] } },
    RELATION_GAS,
  );
}

const METHODS: readonly ServiceMethod[] = [
  {
    signature: 'hbarAllowance(address,address)',
    returns: '(int64,int256)',
    view: (call) => {
      const owner = call.account(call.args[0]);
      if (owner === 0) return Status.INVALID_ALLOWANCE_OWNER_ID;
      const key = `${owner}:${call.account(call.args[1])}`;
      return [SUCCESS, call.x.ledger.cryptoAllowances.get(key)?.amount ?? 0n];
    },
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
  { signature: 'hbarApprove(address,address,int256)', returns: '(int64)', request: approve },
  {
    signature: 'setUnlimitedAutomaticAssociations(bool)',
    returns: '(int64)',
    request: (call) => {
      const value = call.number(call.args[0]) === 1n ? UNLIMITED : 0;
      const cryptoUpdateAccount = {
        accountIDToUpdate: accountId(call.by),
        maxAutomaticTokenAssociations: { value },
      };
      // A contract counts as its own key here, even without an admin key.
      const act = (child: Execution): Status => {
        child.ledger.accounts.edit(call.by).maxAutoAssociations = value;
        child.receipt.accountID = accountId(call.by);
        return Status.SUCCESS;
      };
      return { ...serviceRequest('cryptoUpdateAccount', { cryptoUpdateAccount }, UPDATE_GAS), act };
    },
  },
];

/** Calls of the service itself, not those at the address of an account. */
export const accountService = serviceOf(METHODS, ACCOUNT_SERVICE);
