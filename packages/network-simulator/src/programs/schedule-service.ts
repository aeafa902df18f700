import type { proto } from '@tain/protos/hapi';
import { accountId, contractId, long, numOf, scheduleId } from '../ledger/ids.ts';
import { keyMessage } from '../ledger/key-message.ts';
import type { AbiValue } from './abi.ts';
import { kindAt, longZeroNum } from './code-addresses.ts';
import { gasForCents } from './service-gas.ts';
import {
  type ServiceCall,
  type ServiceMethod,
  type ServiceRequest,
  serviceOf,
  serviceRequest,
} from './service-method.ts';

/** The schedule service as a system contract (HIP-755, HIP-756, HIP-1215): 0.0.363, address 0x16b. */

export const SCHEDULE_SERVICE = 363;
const CALL_GAS = gasForCents(10);
const SIGN_GAS = gasForCents(1);
const DELETE_GAS = gasForCents(0.5);

/** Schedules a call of a contract at a later time. */
function schedule(
  call: ServiceCall,
  [to, payer, expiry, gas, value, data]: readonly (AbiValue | undefined)[],
  waitForExpiry: boolean,
): ServiceRequest {
  const { ledger } = call.x;
  const self = ledger.accounts.get(call.by);
  // The creator may delete the schedule.
  const adminKey: proto.IKey =
    self?.key && !self.contract ? keyMessage(ledger.keys, self.key) : { contractID: contractId(call.by) };
  const scheduleCreate: proto.IScheduleCreateTransactionBody = {
    scheduledTransactionBody: {
      transactionFee: long(MAX_FEE),
      contractCall: {
        contractID: contractId(call.account(to)),
        gas: long(call.number(gas)),
        amount: long(call.number(value)),
        functionParameters: call.bytes(data),
      },
    },
    adminKey,
    payerAccountID: accountId(payer === undefined ? call.by : call.account(payer)),
    expirationTime: { seconds: long(call.number(expiry)) },
    waitForExpiry,
  };
  return {
    ...serviceRequest('scheduleCreate', { scheduleCreate }, CALL_GAS),
    byCaller: true,
    values: ({ scheduleID }) => [BigInt(numOf(scheduleID?.scheduleNum))],
    failed: [0n],
  };
}

/** Maximum fee of the scheduled call in addition to its gas, in tinybars. */
const MAX_FEE = 10_000_000_000n;

function signed(num: number): ServiceRequest {
  return {
    ...serviceRequest('scheduleSign', { scheduleSign: { scheduleID: scheduleId(num) } }, SIGN_GAS),
    byCaller: true,
  };
}

function deleted(num: number): ServiceRequest {
  return serviceRequest('scheduleDelete', { scheduleDelete: { scheduleID: scheduleId(num) } }, DELETE_GAS);
}

const CODE = { returns: '(int64)' } as const;
const CREATED = { returns: '(int64,address)' } as const;

const METHODS: readonly ServiceMethod[] = [
  {
    signature: 'scheduleCall(address,uint256,uint256,uint64,bytes)',
    ...CREATED,
    request: (call) => {
      const [to, expiry, gas, value, data] = call.args;
      return schedule(call, [to, undefined, expiry, gas, value, data], true);
    },
  },
  {
    signature: 'scheduleCallWithPayer(address,address,uint256,uint256,uint64,bytes)',
    ...CREATED,
    request: (call) => schedule(call, call.args, true),
  },
  {
    signature: 'executeCallOnPayerSignature(address,address,uint256,uint256,uint64,bytes)',
    ...CREATED,
    request: (call) => schedule(call, call.args, false),
  },
  { signature: 'authorizeSchedule(address)', ...CODE, request: (call) => signed(call.token(call.args[0])) },
  { signature: 'deleteSchedule(address)', ...CODE, request: (call) => deleted(call.token(call.args[0])) },
  {
    signature: 'hasScheduleCapacity(uint256,uint256)',
    returns: '(bool)',
    view: (call) => {
      const [expiry, gas] = call.args;
      const now = call.x.at / 1_000_000_000n;
      const second = call.number(expiry);
      const isIn = second > now && second <= now + MAX_LIFE_SECONDS;
      return [isIn && call.number(gas) <= MAX_GAS ? 1n : 0n];
    },
  },
];

/** Maximum lifetime of a schedule in seconds, and maximum gas of a scheduled call. */
const MAX_LIFE_SECONDS = 5_356_800n;
const MAX_GAS = 15_000_000n;

/** Functions of a schedule (HIP-755, HIP-1215). */
const FACADE: readonly ServiceMethod[] = [
  { signature: 'signSchedule()', ...CODE, request: (call) => signed(call.subject) },
  { signature: 'deleteSchedule()', ...CODE, request: (call) => deleted(call.subject) },
];

export const scheduleService = serviceOf(METHODS, SCHEDULE_SERVICE, {
  redirect: 'redirectForScheduleTxn(address,bytes)',
  methods: FACADE,
  find: (ledger, address) => (kindAt(ledger, address) === 'schedule' ? longZeroNum(address) : 0),
});
