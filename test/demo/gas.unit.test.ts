import { chargedIntrinsicGas, listGas } from '@tain/evm/intrinsic-gas';
import { MAX_GAS_PER_TRANSACTION, minimumGas } from '@tain/ledger/gas';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { baseGas, MAX_GAS } from '../../packages/network-simulator/src/programs/execute.ts';
import { AUTHORIZATION_GAS } from '../../packages/network-simulator/src/transactions/delegation.ts';
import { tries } from '../effort.ts';

/** The simulator imports no rule of the mirror, so that its gas is a second opinion on the mirror's. */
test('simulator and mirror charge the same gas before the first instruction', () => {
  const input = fc.array(fc.constantFrom(0, 0, 1, 0xff), { maxLength: 200 });
  fc.assert(
    fc.property(input, fc.boolean(), fc.nat({ max: 50 }), (bytes, isCreation, authorizations) => {
      const data = Uint8Array.from(bytes);
      const { intrinsic, floor } = baseGas(data, isCreation, authorizations * AUTHORIZATION_GAS);
      expect(chargedIntrinsicGas(data, isCreation) + listGas({ authorizations })).toBe(BigInt(intrinsic));
      expect(minimumGas(data, isCreation, { authorizations })).toBe(BigInt(Math.max(intrinsic, floor)));
    }),
    { numRuns: tries(200) },
  );
  expect(MAX_GAS_PER_TRANSACTION).toBe(BigInt(MAX_GAS));
});
