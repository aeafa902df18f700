import { gasOfPrice, PRICE, VIEW_GAS } from '../gas.ts';
import type { Method } from '../method.ts';
import * as schedules from '../views/schedules.ts';
import * as writes from '../writes/schedule-methods.ts';
import { scheduleNativeBy } from '../writes/schedule-native.ts';
import { fungibleInfo, nftInfo, TOKEN_CREATIONS, TOKEN_INFO } from './structures.ts';
import { TOKEN_INFO_UPDATES } from './token-updates.ts';

const VIEW = {
  service: 'HSS',
  kind: 'read',
  via: 'direct',
  gas: () => VIEW_GAS,
  group: 'schedule-views',
} as const;
const WRITE = { service: 'HSS', kind: 'write', via: 'direct', inStatic: false, group: 'schedules' } as const;
const CREATE = { ...WRITE, returns: '(int64,address)' } as const;
const CREATE_CALL = { ...CREATE, gas: () => gasOfPrice(PRICE.scheduleCall) } as const;
const SIGN = { ...WRITE, returns: '(int64)', gas: () => gasOfPrice(PRICE.scheduleSign) } as const;
const DELETE = { ...WRITE, returns: '(int64)', gas: () => gasOfPrice(PRICE.scheduleDelete) } as const;
const REDIRECT = { via: 'redirect' } as const;
const CALL = 'uint256,uint256,uint64,bytes';

/** Methods of the schedule service. */
export const SCHEDULE_METHODS: readonly Method[] = [
  {
    ...VIEW,
    signature: 'getScheduledCreateFungibleTokenInfo(address)',
    returns: `(int32,${fungibleInfo(TOKEN_INFO)})`,
    inStatic: false,
    run: schedules.getScheduledFungible,
  },
  {
    ...VIEW,
    signature: 'getScheduledCreateNonFungibleTokenInfo(address)',
    returns: `(int32,${nftInfo(TOKEN_INFO)})`,
    inStatic: false,
    run: schedules.getScheduledNonFungible,
  },
  {
    ...VIEW,
    signature: 'hasScheduleCapacity(uint256,uint256)',
    returns: '(bool)',
    inStatic: true,
    run: schedules.hasScheduleCapacity,
  },
  { ...SIGN, signature: 'authorizeSchedule(address)', run: writes.authorizeSchedule },
  { ...DELETE, ...REDIRECT, signature: 'deleteSchedule()', run: writes.deleteScheduled },
  { ...DELETE, signature: 'deleteSchedule(address)', run: writes.deleteScheduled },
  {
    ...CREATE_CALL,
    signature: `executeCallOnPayerSignature(address,address,${CALL})`,
    run: writes.scheduleCallBy({ payerAt: 1, waitForExpiry: false }),
  },
  {
    ...CREATE_CALL,
    signature: `scheduleCall(address,${CALL})`,
    run: writes.scheduleCallBy({ payerAt: undefined, waitForExpiry: true }),
  },
  {
    ...CREATE_CALL,
    signature: `scheduleCallWithPayer(address,address,${CALL})`,
    run: writes.scheduleCallBy({ payerAt: 1, waitForExpiry: true }),
  },
  {
    ...CREATE,
    signature: 'scheduleNative(address,bytes,address)',
    gas: () => gasOfPrice(PRICE.scheduleCreate),
    run: scheduleNativeBy([...TOKEN_CREATIONS, ...TOKEN_INFO_UPDATES]),
  },
  { ...SIGN, ...REDIRECT, signature: 'signSchedule()', run: writes.authorizeSchedule },
  { ...SIGN, signature: 'signSchedule(address,bytes)', run: writes.signScheduleWith },
];
