import type { Draft } from './ledger/draft.ts';
import { STAKING_REWARD } from './ledger/fees.ts';
import { SYSTEM_ACCOUNTS } from './ledger/genesis.ts';
import { accountId, aliasId, long } from './ledger/ids.ts';
import { publishedRef } from './ledger/keys.ts';
import { type Ledger, TREASURY } from './ledger/ledger.ts';
import { FIRST_USER_ENTITY } from './ledger/limits.ts';
import { oneKey } from './ledger/new-account.ts';
import { hbarTransfer } from './ledger/transfer-hbar.ts';
import { FUNDED_ACCOUNTS, FUNDED_HBARS, type FundedAccount } from './ledger/well-known.ts';
import type { Population } from './options.ts';
import { createAccountDraft, randomAccount } from './transactions/crypto-create.ts';
import type { Generator } from './transactions/generator.ts';
import { kindNamed } from './transactions/kinds.ts';

const HBAR = 100_000_000n;
const WHALES = 4;
/** Number of registered nodes that a network has from its first days. */
const REGISTERED_NODES = 6;

/**
 * Returns the next transaction of a network that is being founded, or null once it has its population. The transaction
 * depends on the ledger alone, so that a network can be stored at any point.
 */
export function foundingDraft(g: Generator, population: Population): Draft | null {
  const { ledger, random } = g;
  if (ledger.accounts.need(STAKING_REWARD).balance < 300_000_000n * HBAR) {
    const amount = 400_000_000n * HBAR;
    return {
      data: hbarTransfer([
        [TREASURY, -amount],
        [STAKING_REWARD, amount],
      ]),
      payer: TREASURY,
      memo: 'staking rewards',
    };
  }
  // 0.0.1001 is the first user, which pays more than others; the pre-funded accounts have the next numbers.
  const users = ledger.counter.nextEntity - FIRST_USER_ENTITY;
  const funded = FUNDED_ACCOUNTS[users - 1];
  if (funded !== undefined) return fundedDraft(g, funded);
  const whales = users === 0 ? 0 : users - FUNDED_ACCOUNTS.length;
  if (whales < WHALES) {
    // One large holder for each node, so that every node has stake.
    return createAccountDraft(g, {
      key: oneKey(8 + whales),
      payer: TREASURY,
      balance: 200_000_000n * HBAR,
      memo: `council member ${whales}`,
      associations: -1,
      stakedNodeId: whales,
    });
  }
  if (living(ledger) < population.accounts) {
    return createAccountDraft(g, randomAccount(g, TREASURY, random.amount(1_000, 200_000) * HBAR));
  }
  if (ledger.topics.size < population.topics) return draftOf(g, 'CONSENSUSCREATETOPIC');
  if (ledger.tokens.size < population.tokens) return draftOf(g, 'TOKENCREATION');
  if (ledger.contracts.size < population.contracts) return draftOf(g, 'CONTRACTCREATEINSTANCE');
  if (ledger.registeredNodes.size < REGISTERED_NODES) return draftOf(g, 'REGISTEREDNODECREATE');
  return null;
}

/** Returns the number of user accounts that are not pre-funded. */
function living({ accounts, contracts }: Ledger): number {
  return accounts.size - SYSTEM_ACCOUNTS.length - FUNDED_ACCOUNTS.length - contracts.size;
}

/** Returns the creation of a pre-funded account, whose private key is published. */
function fundedDraft(g: Generator, { num, kind }: FundedAccount): Draft {
  const ref = publishedRef(num, kind);
  const balance = FUNDED_HBARS * HBAR;
  if (kind !== 'ecdsa-alias') {
    const draft = createAccountDraft(g, { key: oneKey(ref), payer: TREASURY, balance });
    return { ...draft, sent: true };
  }
  const accountAmounts = [
    { accountID: accountId(TREASURY), amount: long(-balance) },
    { accountID: aliasId(g.ledger.keys.get(ref).messageBytes), amount: long(balance) },
  ];
  return { data: { cryptoTransfer: { transfers: { accountAmounts } } }, payer: TREASURY, sent: true };
}

function draftOf(g: Generator, name: string): Draft | null {
  return kindNamed(name)?.generate(g) ?? null;
}
