import type { Account } from '../ledger/entities.ts';
import { longZero } from '../ledger/ids.ts';
import { slotKey } from '../ledger/ledger.ts';
import { addressWord, mappingSlot, word } from '../ledger/words.ts';
import { hasFeesOnTop } from './allowed-transfer.ts';
import { type Generator, isUser } from './generator.ts';

const selector = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** A client's call: its contract, its call data, and its gas limit. */
export interface ContractCall {
  readonly contract: number;
  readonly input: Buffer;
  readonly value: bigint;
  readonly gasLimit: number;
  /** Account that must call; absent: any account. */
  readonly caller?: number;
}

/** Returns a contract of a program, or undefined. */
function contractOf(g: Generator, program: string): number | undefined {
  const { ledger } = g;
  return g.find(ledger.contracts, (row) => row.program === program && !ledger.accounts.need(row.num).deleted)
    ?.num;
}

function slotValue(g: Generator, contract: number, slot: bigint): bigint {
  return g.ledger.slots.get(slotKey(contract, slot.toString(16).padStart(64, '0')))?.value ?? 0n;
}

/** Returns a call by `caller`: mostly of counters and coins, sometimes of vaults, factories and movers. */
export function randomCall(g: Generator, caller: Readonly<Account>): ContractCall | null {
  const kind = g.random.unit();
  const call =
    kind < 0.35
      ? counterCall(g)
      : kind < 0.75
        ? coinCall(g, caller)
        : kind < 0.88
          ? vaultCall(g, caller)
          : kind < 0.95
            ? factoryCall(g)
            : moverCall(g);
  return call ?? counterCall(g);
}

function counterCall(g: Generator): ContractCall | null {
  const contract = contractOf(g, 'Counter');
  if (contract === undefined) return null;
  const refused = g.failing();
  const input = refused ? Buffer.concat([selector('a60a07b2'), word(7n)]) : selector('d09de08a');
  return { contract, input, value: 0n, gasLimit: refused ? 60_000 : 80_000 };
}

function coinCall(g: Generator, caller: Readonly<Account>): ContractCall | null {
  const contract = contractOf(g, 'Coin');
  if (contract === undefined) return null;
  const { random, ledger } = g;
  const balance = slotValue(g, contract, mappingSlot(ledger.addressOf(caller.num), 1n));
  const other = addressWord(ledger.addressOf(g.other(caller.num).num));
  if (balance === 0n && !g.failing()) {
    const input = Buffer.concat([selector('a0712d68'), word(random.amount(1_000, 1_000_000_000))]);
    return { contract, input, value: 0n, gasLimit: 90_000 };
  }
  if (random.chance(0.12)) {
    const input = Buffer.concat([selector('095ea7b3'), other, word(random.amount(1, 1_000_000))]);
    return { contract, input, value: 0n, gasLimit: 60_000 };
  }
  const amount = g.failing() ? balance + 1n : balance / BigInt(random.between(2, 50)) || balance;
  return {
    contract,
    input: Buffer.concat([selector('a9059cbb'), other, word(amount)]),
    value: 0n,
    gasLimit: 65_000,
  };
}

function vaultCall(g: Generator, caller: Readonly<Account>): ContractCall | null {
  const contract = contractOf(g, 'Vault');
  if (contract === undefined) return null;
  const { random, ledger } = g;
  const held = slotValue(g, contract, mappingSlot(ledger.addressOf(caller.num), 0n));
  if (held > 0n && random.chance(0.5) && !caller.receiverSigRequired) {
    const amount = g.failing() ? held + 1n : random.chance(0.3) ? held : held / 2n || held;
    return {
      contract,
      input: Buffer.concat([selector('2e1a7d4d'), word(amount)]),
      value: 0n,
      gasLimit: 60_000,
    };
  }
  return {
    contract,
    input: selector('d0e30db0'),
    value: random.amount(1_000, 100_000_000),
    gasLimit: 80_000,
  };
}

function factoryCall(g: Generator): ContractCall | null {
  const contract = contractOf(g, 'Factory');
  if (contract === undefined) return null;
  if (g.mayGrow('contracts') && g.random.chance(0.25)) {
    return { contract, input: selector('c6dad082'), value: 0n, gasLimit: 250_000 };
  }
  const counter = contractOf(g, 'Counter');
  if (counter === undefined) return null;
  const input = Buffer.concat([selector('b1a997ac'), addressWord(g.ledger.addressOf(counter))]);
  return { contract, input, value: 0n, gasLimit: 90_000 };
}

/** Returns a contract that moves tokens of its caller by an allowance. */
export function mover(g: Generator): number | undefined {
  return contractOf(g, 'Mover');
}

function moverCall(g: Generator): ContractCall | null {
  const { ledger } = g;
  const allowed = g.find(ledger.tokenAllowances, ({ owner, spender, token, amount }) => {
    const caller = ledger.accounts.need(owner);
    const isMover =
      ledger.contracts.get(spender)?.program === 'Mover' && !ledger.accounts.need(spender).deleted;
    const held = ledger.relation(owner, token)?.balance ?? 0n;
    return (
      isMover &&
      !hasFeesOnTop(ledger.tokens.need(token)) &&
      amount > 100n &&
      held > 100n &&
      isUser(caller) &&
      caller.balance > 100_000_000_000n
    );
  });
  if (allowed === undefined) return null;
  const { owner: caller, spender: contract, token } = allowed;
  const known = g.find(
    ledger.relations,
    (row) => row.token === token && row.associated && row.account !== caller,
  );
  const to = g.failing() || known === undefined ? g.other(caller).num : known.account;
  const input = Buffer.concat([
    selector('0c104d3e'),
    addressWord(longZero(token)),
    addressWord(ledger.addressOf(to)),
    word(BigInt(g.random.between(1, 100))),
  ]);
  return { contract, input, value: 0n, gasLimit: 90_000, caller };
}
