import { hbars, integer, withPoint } from './format.ts';

interface Fees {
  readonly fixed_fees?:
    | readonly {
        readonly amount: unknown;
        readonly denominating_token_id: string | null;
        readonly collector_account_id: string | null;
      }[]
    | undefined;
  readonly fractional_fees?:
    | readonly {
        readonly amount: { readonly numerator: unknown; readonly denominator: unknown };
        readonly minimum?: unknown;
        readonly maximum?: unknown;
        readonly net_of_transfers?: boolean;
        readonly collector_account_id: string | null;
      }[]
    | undefined;
  readonly royalty_fees?:
    | readonly {
        readonly amount: { readonly numerator: unknown; readonly denominator: unknown };
        readonly collector_account_id: string | null;
      }[]
    | undefined;
}

/** Describes the custom fees of a token or topic, one sentence each. `decimals`: those of the token itself. */
export function feeTexts(fees: Fees, decimals: number): readonly string[] {
  const share = ({ numerator, denominator }: { numerator: unknown; denominator: unknown }): string => {
    const whole = integer(denominator) ?? 0n;
    return whole === 0n ? '?' : `${withPoint(((integer(numerator) ?? 0n) * 1_000_000n) / whole, 4)} %`;
  };
  const bound = (word: string, value: unknown): string => {
    const amount = integer(value);
    return amount === null || amount === 0n ? '' : `, ${word} ${withPoint(amount, decimals)}`;
  };
  return [
    ...(fees.fixed_fees ?? []).map(({ amount, denominating_token_id, collector_account_id }) => {
      const value = integer(amount) ?? 0n;
      const text =
        denominating_token_id === null ? hbars(value) : `${value} smallest units of ${denominating_token_id}`;
      return `${text} to ${collector_account_id} for each transfer`;
    }),
    ...(fees.fractional_fees ?? []).map(
      (fee) =>
        `${share(fee.amount)} of the amount to ${fee.collector_account_id}${bound('at least', fee.minimum)}${bound('at most', fee.maximum)}${fee.net_of_transfers === true ? ', paid by the sender' : ''}`,
    ),
    ...(fees.royalty_fees ?? []).map(
      ({ amount, collector_account_id }) =>
        `royalty of ${share(amount)} of the price to ${collector_account_id}`,
    ),
  ];
}
