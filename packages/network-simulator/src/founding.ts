import type { Draft } from './ledger/draft.ts';
import { STAKING_REWARD } from './ledger/fees.ts';
import { TREASURY } from './ledger/ledger.ts';
import { oneKey } from './ledger/new-account.ts';
import { hbarTransfer } from './ledger/transfer-hbar.ts';
import type { Population } from './options.ts';
import { createAccountDraft, randomAccount } from './transactions/crypto-create.ts';
import type { Generator } from './transactions/generator.ts';
import { kindNamed } from './transactions/kinds.ts';

const HBAR = 100_000_000n;
const WHALES = 4;
/** Nodes of other services that a network has from its first days. */
const REGISTERED_NODES = 6;

/**
 * The next transaction of a network that is being founded, or null once it has its population. What
 * comes next follows from the ledger alone, so that a network can be stored at any point.
 */
export function foundingDraft(g: Generator, wanted: Population): Draft | null {
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
  const users = ledger.counter.nextEntity - 1001;
  if (users < WHALES) {
    // One large holder for each node, so that every node's signature weighs something.
    return createAccountDraft(g, {
      key: oneKey(8 + users),
      payer: TREASURY,
      balance: 200_000_000n * HBAR,
      memo: `council member ${users}`,
      associations: -1,
      stakedNodeId: users,
    });
  }
  if (living(g, ledger.accounts.size) < wanted.accounts) {
    return createAccountDraft(g, randomAccount(g, TREASURY, random.amount(1_000, 200_000) * HBAR));
  }
  if (ledger.topics.size < wanted.topics) return draftOf(g, 'CONSENSUSCREATETOPIC');
  if (ledger.tokens.size < wanted.tokens) return draftOf(g, 'TOKENCREATION');
  if (ledger.contracts.size < wanted.contracts) return draftOf(g, 'CONTRACTCREATEINSTANCE');
  if (ledger.registeredNodes.size < REGISTERED_NODES) return draftOf(g, 'REGISTEREDNODECREATE');
  return null;
}

/** Accounts of users among all rows of the table. */
function living(g: Generator, rows: number): number {
  return rows - 103 - g.ledger.contracts.size;
}

function draftOf(g: Generator, name: string): Draft | null {
  return kindNamed(name)?.generate(g) ?? null;
}
