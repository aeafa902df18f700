import { accountOperations } from './account-operations.ts';
import { CALL_OPERATIONS } from './call-operations.ts';
import { haltOf } from './halt.ts';
import { MEMORY_OPERATIONS } from './memory-operations.ts';
import type { Operation } from './operation.ts';
import type { Profile } from './profiles.ts';
import { STORAGE_OPERATIONS } from './storage-operations.ts';

const INVALID = haltOf('INVALID_OPERATION');

/**
 * Returns the operations of a profile, by opcode, that are not in the loop itself: those of Cancun that the profile
 * has.
 */
export function operationsOf(profile: Profile): readonly Operation[] {
  const operations = new Array<Operation>(256).fill(() => {
    throw INVALID;
  });
  operations[0x00] = () => 'stop';
  for (const [opcode, operation] of [
    ...MEMORY_OPERATIONS,
    ...STORAGE_OPERATIONS,
    ...CALL_OPERATIONS,
    ...accountOperations(profile),
  ]) {
    if (!profile.missingOpcodes.includes(opcode)) operations[opcode] = operation;
  }
  return operations;
}
