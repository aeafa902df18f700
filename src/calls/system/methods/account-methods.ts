import { gasOfPrice, PRICE, VIEW_GAS } from '../gas.ts';
import type { Method } from '../method.ts';
import * as accounts from '../views/accounts.ts';
import * as signatures from '../views/signatures.ts';
import * as approvals from '../writes/approvals.ts';

const VIEW = {
  service: 'HAS',
  kind: 'read',
  via: 'direct',
  gas: () => VIEW_GAS,
  group: 'account-views',
} as const;
const WRITE = { service: 'HAS', kind: 'write', inStatic: false } as const;

/** Methods of the account service. */
export const ACCOUNT_METHODS: readonly Method[] = [
  {
    ...VIEW,
    signature: 'getEvmAddressAlias(address)',
    returns: '(int64,address)',
    inStatic: false,
    run: accounts.getEvmAddressAlias,
  },
  {
    ...VIEW,
    signature: 'getHederaAccountNumAlias(address)',
    returns: '(int64,address)',
    inStatic: false,
    run: accounts.getHederaAccountNumAlias,
  },
  {
    ...VIEW,
    signature: 'hbarAllowance(address)',
    returns: '(int64,int256)',
    via: 'redirect',
    inStatic: true,
    run: accounts.hbarAllowance,
  },
  {
    ...VIEW,
    signature: 'hbarAllowance(address,address)',
    returns: '(int64,int256)',
    inStatic: true,
    run: accounts.hbarAllowance,
  },
  {
    ...VIEW,
    signature: 'isAuthorized(address,bytes,bytes)',
    returns: '(int64,bool)',
    inStatic: false,
    gas: signatures.authorizationGas,
    run: signatures.isAuthorized,
  },
  {
    ...VIEW,
    signature: 'isAuthorizedRaw(address,bytes,bytes)',
    returns: '(bool)',
    inStatic: false,
    gas: signatures.authorizationGas,
    run: signatures.isAuthorizedRaw,
  },
  {
    ...VIEW,
    signature: 'isValidAlias(address)',
    returns: '(bool)',
    inStatic: false,
    run: accounts.isValidAlias,
  },
  {
    ...WRITE,
    signature: 'hbarApprove(address,address,int256)',
    returns: '(int64)',
    via: 'direct',
    gas: () => gasOfPrice(PRICE.approval),
    run: approvals.hbarApprove,
    group: 'approvals',
  },
  {
    ...WRITE,
    signature: 'hbarApprove(address,int256)',
    returns: '(int64)',
    via: 'redirect',
    gas: () => gasOfPrice(PRICE.approval),
    run: approvals.hbarApprove,
    group: 'approvals',
  },
  {
    ...WRITE,
    signature: 'setUnlimitedAutomaticAssociations(bool)',
    returns: '(int64)',
    via: 'either',
    gas: () => gasOfPrice(PRICE.accountUpdate),
    run: approvals.setUnlimitedAssociations,
    group: 'approvals',
  },
];
