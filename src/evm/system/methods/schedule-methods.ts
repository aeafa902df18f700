import { VIEW_GAS } from '../gas.ts';
import type { Method } from '../method.ts';
import * as schedules from '../views/schedules.ts';
import { fungibleInfo, nftInfo, TOKEN_INFO } from './structures.ts';

const VIEW = {
  service: 'HSS',
  kind: 'read',
  via: 'direct',
  gas: () => VIEW_GAS,
  group: 'schedule-views',
} as const;
const WRITE = { service: 'HSS', kind: 'write', via: 'direct', inStatic: false } as const;
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
  { ...WRITE, signature: 'authorizeSchedule(address)', returns: '(int64)' },
  { ...WRITE, signature: 'deleteSchedule()', returns: '(int64)', via: 'redirect' },
  { ...WRITE, signature: 'deleteSchedule(address)', returns: '(int64)' },
  { ...WRITE, signature: `executeCallOnPayerSignature(address,address,${CALL})`, returns: '(int64,address)' },
  { ...WRITE, signature: `scheduleCall(address,${CALL})`, returns: '(int64,address)' },
  { ...WRITE, signature: `scheduleCallWithPayer(address,address,${CALL})`, returns: '(int64,address)' },
  { ...WRITE, signature: 'scheduleNative(address,bytes,address)', returns: '(int64,address)' },
  { ...WRITE, signature: 'signSchedule()', returns: '(int64)', via: 'redirect' },
  { ...WRITE, signature: 'signSchedule(address,bytes)', returns: '(int64)' },
];
