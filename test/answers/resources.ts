import type { Resource } from './answers.ts';
import { accounts, rewards } from './resources/accounts.ts';
import { blocks } from './resources/blocks.ts';
import { contracts } from './resources/contracts.ts';
import { grants } from './resources/grants.ts';
import { network } from './resources/network.ts';
import { paths } from './resources/paths.ts';
import { schedules } from './resources/schedules.ts';
import { tokens } from './resources/tokens.ts';
import { topics } from './resources/topics.ts';
import { transactions } from './resources/transactions.ts';

/** The parts of the small ledger, all of which one database holds, and what is answered of each. */
export const RESOURCES: readonly (readonly [name: string, resource: Resource])[] = [
  ['accounts', accounts],
  ['rewards', rewards],
  ['transactions', transactions],
  ['blocks', blocks],
  ['grants', grants],
  ['network', network],
  ['tokens', tokens],
  ['contracts', contracts],
  ['topics', topics],
  ['schedules', schedules],
  ['paths', paths],
];
