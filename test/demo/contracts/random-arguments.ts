import fc from 'fast-check';
import { type AbiType, type AbiValue, parseTypes } from '../../../src/calls/system/abi/abi-type.ts';

/** Random arguments of system contracts' methods about given entities. */

/** Addresses for arguments. */
export interface Named {
  readonly accounts: readonly string[];
  /** Ids of tokens and schedules. */
  readonly others: readonly string[];
}

const SMALL = [0n, 1n, 2n, 5n, 16n, 127n];

function randomValue(type: AbiType, named: Named, position: number): fc.Arbitrary<AbiValue> {
  switch (type.kind) {
    case 'address':
      // The first argument of a method is mostly a token, the others are mostly accounts.
      return fc.constantFrom(...(position === 0 ? [...named.others, ...named.accounts] : named.accounts));
    case 'bool':
      return fc.boolean();
    case 'integer':
      return fc.constantFrom(...SMALL, ...(type.signed ? [-1n, -5n] : []));
    case 'bytes':
      return fc.uint8Array({ maxLength: 4 });
    case 'string':
      return fc.constantFrom('', 'Name');
    case 'array':
      return listOf(type.item, named);
    case 'tuple':
      return fc.tuple(...type.items.map((each, i) => randomValue(each, named, i)));
  }
}

/** Returns whether a type is an amount of an account: `(address,int64)` or `(address,int64,bool)`. */
function isAmount(type: AbiType): boolean {
  return type.kind === 'tuple' && type.items[0]?.kind === 'address' && type.items[1]?.kind === 'integer';
}

function listOf(item: AbiType, named: Named): fc.Arbitrary<AbiValue> {
  if (!isAmount(item) || item.kind !== 'tuple' || item.items.length > 3)
    return fc.array(randomValue(item, named, item.kind === 'address' ? 1 : 0), { maxLength: 2 });
  // Amounts are drawn with a sum of zero, because others are refused before all other checks.
  const flags = item.items.slice(2).map(() => fc.boolean());
  return fc
    .tuple(
      fc.constantFrom(...named.accounts),
      fc.constantFrom(...named.accounts),
      fc.bigInt(1n, 5n),
      ...flags,
    )
    .map(([from, to, amount, ...rest]) => [
      [from, -amount, ...rest] as AbiValue,
      [to, amount, ...rest.map(() => false)] as AbiValue,
    ]);
}

/** Draws arguments of a method, by its signature. */
export function randomArguments(signature: string, named: Named): fc.Arbitrary<readonly AbiValue[]> {
  const { items } = parseTypes(signature);
  if (signature.startsWith('transferTokens')) {
    return fc
      .tuple(
        fc.constantFrom(...named.others),
        fc.constantFrom(...named.accounts),
        fc.constantFrom(...named.accounts),
        fc.bigInt(1n, 5n),
      )
      .map(([token, from, to, amount]) => [token, [from, to], [-amount, amount]]);
  }
  if (signature.startsWith('transferNFTs')) {
    return fc
      .tuple(
        fc.constantFrom(...named.others),
        fc.constantFrom(...named.accounts),
        fc.constantFrom(...named.accounts),
        fc.bigInt(1n, 5n),
      )
      .map(([token, from, to, serial]) => [token, [from], [to], [serial]]);
  }
  return fc.tuple(...items.map((each, i) => randomValue(each, named, i)));
}
