import { gasOfPrice, PRICE } from '../gas.ts';
import type { Method } from '../method.ts';
import { airdropTokens } from '../writes/airdrops.ts';
import * as pending from '../writes/pending-airdrops.ts';
import * as rejects from '../writes/rejects.ts';
import { ACCOUNT_METHODS } from './account-methods.ts';
import { SCHEDULE_METHODS } from './schedule-methods.ts';
import { TOKEN_CREATIONS } from './structures.ts';
import { TOKEN_READS } from './token-reads.ts';
import { TOKEN_UPDATES } from './token-updates.ts';
import { TOKEN_WRITES } from './token-writes.ts';

const WRITE = {
  service: 'HTS',
  kind: 'write',
  via: 'direct',
  inStatic: false,
  returns: '(int64)',
  gas: () => gasOfPrice(PRICE.tokenChange),
} as const;
const REDIRECT = { ...WRITE, via: 'redirect' } as const;
const PENDING = '(address,address,address,int64)[]';
const SETTLING = { group: 'pending-airdrops' } as const;
const REJECT = { group: 'rejects' } as const;

/** Methods of airdrops, their claims and cancellations, and rejections (HIP-904). */
const AIRDROP_METHODS: readonly Method[] = [
  {
    ...WRITE,
    signature: 'airdropTokens((address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
    returns: '(int32)',
    gas: () => gasOfPrice(PRICE.airdrop),
    run: airdropTokens,
    group: 'airdrops',
  },
  { ...REDIRECT, ...SETTLING, signature: 'cancelAirdropFT(address)', run: pending.cancelAirdrop },
  { ...REDIRECT, ...SETTLING, signature: 'cancelAirdropNFT(address,int64)', run: pending.cancelAirdrop },
  { ...WRITE, ...SETTLING, signature: `cancelAirdrops(${PENDING})`, run: pending.cancelAirdrops },
  { ...REDIRECT, ...SETTLING, signature: 'claimAirdropFT(address)', run: pending.claimAirdrop },
  { ...REDIRECT, ...SETTLING, signature: 'claimAirdropNFT(address,int64)', run: pending.claimAirdrop },
  { ...WRITE, ...SETTLING, signature: `claimAirdrops(${PENDING})`, run: pending.claimAirdrops },
  { ...REDIRECT, ...REJECT, signature: 'rejectTokenFT()', run: rejects.rejectUnits },
  { ...REDIRECT, ...REJECT, signature: 'rejectTokenNFTs(int64[])', run: rejects.rejectNfts },
  {
    ...WRITE,
    ...REJECT,
    signature: 'rejectTokens(address,address[],(address,int64)[])',
    gas: rejects.rejectGas,
    run: rejects.rejectTokens,
  },
];

/** All methods that the ledger declares, with their support here. */
export const METHODS: readonly Method[] = [
  ...TOKEN_READS,
  ...TOKEN_WRITES,
  ...TOKEN_CREATIONS,
  ...AIRDROP_METHODS,
  ...TOKEN_UPDATES,
  ...ACCOUNT_METHODS,
  ...SCHEDULE_METHODS,
];
