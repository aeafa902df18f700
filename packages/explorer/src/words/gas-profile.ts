import { calledText } from './known-abi.ts';

/** A call of a transaction, in the order of their execution. */
export interface ProfiledCall {
  readonly call_depth: number | bigint;
  readonly call_type: string | null;
  /** Gas that the call used, with the calls in it. */
  readonly gas_used: number | bigint;
  readonly input: string;
  readonly recipient: string | null;
  readonly to: string | null;
}

/** Gas of all calls of one function of a contract. */
export interface GasOfFunction {
  /** Id of the contract, or its address where it has none. */
  readonly contract: string;
  readonly name: string;
  readonly calls: number;
  /** Gas that the function itself used, without the calls in it. */
  readonly own: bigint;
  /** Gas with the calls in it. Calls of a function in itself count several times. */
  readonly whole: bigint;
}

/** Sums the gas of a transaction's calls by contract and function, the most expensive first. */
export function gasProfile(calls: readonly ProfiledCall[]): readonly GasOfFunction[] {
  const own = calls.map(({ gas_used }) => BigInt(gas_used));
  /** Indexes of the calls that contain the current one. */
  const open: number[] = [];
  calls.forEach(({ call_depth, gas_used }, at) => {
    open.length = Math.min(open.length, Math.max(0, Number(call_depth)));
    const parent = open.at(-1);
    if (parent !== undefined) own[parent] = (own[parent] ?? 0n) - BigInt(gas_used);
    open.push(at);
  });
  const functions = new Map<string, GasOfFunction>();
  calls.forEach((call, at) => {
    const contract = call.recipient ?? call.to ?? '';
    const name = calledText(call.input, call.call_type === 'CREATE');
    const key = `${contract} ${name}`;
    const before = functions.get(key);
    functions.set(key, {
      contract,
      name,
      calls: (before?.calls ?? 0) + 1,
      own: (before?.own ?? 0n) + (own[at] ?? 0n),
      whole: (before?.whole ?? 0n) + BigInt(call.gas_used),
    });
  });
  return [...functions.values()].sort((a, b) => (a.own < b.own ? 1 : a.own > b.own ? -1 : 0));
}
