import type { CustomFee } from '../ledger/execution.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Move, Transfer } from '../ledger/moves.ts';
import { type AbiValue, encodeAbi, selectorOf, typesOf } from './abi.ts';

/** Input of account allowance hooks (HIP-1195, `IHieroAccountAllowanceHook`). Source: consensus node, `HooksABI`. */

const CONTEXT = '(address,uint256,uint256,string,bytes)';
const TRANSFERS = '((address,int64)[],(address,(address,int64)[],(address,address,int64)[])[])';
const PARAMETERS = `(${CONTEXT},(${TRANSFERS},${TRANSFERS}))`;

/** `allow`: the only call, before a transfer; the others: one call before it and one after it. */
export type HookMethod = 'allow' | 'allowPre' | 'allowPost';

/** Arguments that all hooks of one transfer share. */
export interface ProposedTransfer {
  /** The transfer as requested, with its accounts resolved. */
  readonly direct: Transfer;
  /** Custom fees of the transfer. */
  readonly fees: readonly CustomFee[];
  /** Maximum fee that the payer offers, in tinybars. */
  readonly maxFee: bigint;
  readonly memo: string;
}

export interface HookArguments {
  /** Account whose hook is called. */
  readonly owner: number;
  readonly gasLimit: bigint;
  /** Data that the transaction passes to this hook. */
  readonly data: Uint8Array;
}

/** Returns the input of a hook call. The gas limit is its `gasCost`. */
export function hookInput(
  ledger: Ledger,
  method: HookMethod,
  { owner, gasLimit, data }: HookArguments,
  { direct, fees, maxFee, memo }: ProposedTransfer,
): Buffer {
  const account = (num: number): bigint => BigInt(`0x${Buffer.from(ledger.addressOf(num)).toString('hex')}`);
  const amounts = (moves: readonly Move[]): AbiValue[] =>
    moves.map((move) => [account(move.account), move.amount]);
  const transfers = ({ hbar, tokens }: Transfer): AbiValue => [
    amounts(hbar),
    tokens.map(({ token, units, nfts }) => [
      BigInt(token),
      amounts(units),
      nfts.map(({ sender, receiver, serial }) => [account(sender), account(receiver), BigInt(serial)]),
    ]),
  ];
  const context = [account(owner), maxFee, gasLimit, Buffer.from(memo), data];
  const proposed = [transfers(direct), transfers(feeTransfers(fees))];
  return Buffer.concat([
    Buffer.from(selectorOf(`${method}${PARAMETERS}`), 'hex'),
    encodeAbi(typesOf(PARAMETERS), [context, proposed]),
  ]);
}

/** Returns the balance changes by custom fees, summed by token and account (`HookCallsFactory.encodeCustomFees`). */
function feeTransfers(fees: readonly CustomFee[]): Transfer {
  const deltas = new Map<number, Map<number, bigint>>();
  for (const { token, collector, amount, debits } of fees) {
    const accounts = deltas.get(token) ?? new Map<number, bigint>();
    deltas.set(token, accounts);
    const add = (account: number, change: bigint): void => {
      accounts.set(account, (accounts.get(account) ?? 0n) + change);
    };
    add(collector, amount);
    for (const [payer, part] of debits) add(payer, -part);
  }
  const moves = (token: number): Move[] =>
    [...(deltas.get(token) ?? [])]
      .map(([account, amount]) => ({ account, amount }))
      .filter(({ amount }) => amount !== 0n);
  const tokens = [...deltas.keys()].filter((token) => token !== 0);
  return { hbar: moves(0), tokens: tokens.map((token) => ({ token, units: moves(token), nfts: [] })) };
}
