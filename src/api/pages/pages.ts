import { accountPage } from './account-page.ts';
import type { Asking } from './ask.ts';
import { blockPage } from './block-page.ts';
import { contractPage } from './contract-page.ts';
import type { Shown } from './parts.ts';
import { tokenPage } from './token-page.ts';
import { topicPage } from './topic-page.ts';
import { transactionPage } from './transaction-page.ts';

/** Pages about one thing, by the first part of their path; the second is what it is called. */
export const PAGES: Readonly<Record<string, (name: string, asking: Asking) => Promise<Shown>>> = {
  account: accountPage,
  block: blockPage,
  contract: contractPage,
  token: tokenPage,
  topic: topicPage,
  transaction: transactionPage,
};

/** Forms of a transaction's name that the interface does not know, in the one that it does: `0.0.2@1.2`. */
export function nameOf(kind: string, text: string): string {
  if (kind !== 'transaction') return text;
  return text.replace(/^(\d+\.\d+\.\d+)@(\d+)\.(\d+)$/, '$1-$2-$3');
}
