import { proto } from '@tain/protos/hapi';
import { type AbiTuple, parseTypes } from '../abi/abi-type.ts';
import { Arguments } from '../abi/arguments.ts';
import { DecodeError, decodeValues } from '../abi/decode.ts';
import { halt, type MethodResult, nothing, revertWith } from '../answer.ts';
import { TOKEN_SERVICE } from '../environment.ts';
import type { Method, MethodCall } from '../method.ts';
import { SELECTOR, selectorOf } from '../selector.ts';
import { namesNoAccount } from './entity-messages.ts';
import { demandAccountAt, senderOf } from './objects.ts';
import { callerSignatories, requiredKeys } from './schedule-keys.ts';
import { scheduledAnswer } from './schedule-methods.ts';
import { createSchedule } from './schedules.ts';
import { attempt, demand, Refused, refuseInput } from './simulate.ts';
import { creationMessage, updateMessage } from './token-messages.ts';

/** A method whose call can be scheduled. */
interface Schedulable {
  readonly signature: string;
  readonly parameters: AbiTuple;
}

/**
 * `(service, call, payer)` → code, address: schedules a call of the token service that creates a token or updates its
 * info (HIP-756). It is executed once all required keys have signed it. `methods` are those that can be scheduled.
 */
export function scheduleNativeBy(methods: readonly Method[]) {
  const bySelector = new Map<string, Schedulable>();
  for (const { signature, only } of methods) {
    // The schedule service does not find methods that only the newer address has.
    if (only !== undefined) continue;
    bySelector.set(selectorOf(signature), { signature, parameters: parseTypes(signature) });
  }
  const known = new Set(methods.map(({ signature }) => selectorOf(signature)));
  return async (call: MethodCall): Promise<MethodResult> => {
    const { ledger, args } = call;
    if (args.address(0) !== TOKEN_SERVICE) return refuseInput(call, 'INVALID_CONTRACT_ID');
    const input = Buffer.from(args.bytes(1));
    const selector = input.toString('hex', 0, SELECTOR);
    if (!known.has(selector)) return nothing();
    const body = await bodyOf(call, bySelector.get(selector), input.subarray(SELECTOR));
    if (body === undefined) return halt('PRECOMPILE_ERROR');
    const done = await attempt(ledger, async () => {
      const payer = await demandAccountAt(ledger, args.address(2), 'INVALID_PAYER_ACCOUNT_ID');
      const requested = {
        body,
        creator: senderOf(call).id,
        payer: payer.id,
        adminKey: undefined,
        second: undefined,
        waitForExpiry: false,
        signatories: callerSignatories(call),
      };
      demandCreation(body.tokenCreation);
      const encoded = proto.SchedulableTransactionBody.encode(body).finish();
      const isKnown = (await requiredKeys(ledger, { payer: payer.id, body: encoded })) !== undefined;
      const removesTreasury = body.tokenUpdate?.treasury && namesNoAccount(body.tokenUpdate.treasury);
      demand(isKnown && !removesTreasury, 'UNRESOLVABLE_REQUIRED_SIGNERS');
      return createSchedule(ledger, requested);
    });
    // Unlike the other ways to schedule, this method reverts.
    if ('refused' in done) return revertWith(done.refused);
    if (done.value.isIdentical) return revertWith('IDENTICAL_SCHEDULE_ALREADY_CREATED');
    return scheduledAnswer(ledger, done.value);
  };
}

/** Returns the transaction that a call of the token service represents; undefined for a malformed one. */
async function bodyOf(
  call: MethodCall,
  method: Schedulable | undefined,
  data: Uint8Array,
): Promise<proto.ISchedulableTransactionBody | undefined> {
  if (method === undefined) return undefined;
  try {
    const args = new Arguments(decodeValues(method.parameters, data));
    const inner = { ...call, args, signature: method.signature };
    return method.signature.startsWith('create')
      ? { tokenCreation: await creationMessage(inner) }
      : { tokenUpdate: await updateMessage(inner) };
  } catch (error) {
    if (error instanceof DecodeError || error instanceof Refused) return undefined;
    throw error;
  }
}

/** Checks a creation without the state of the ledger. */
function demandCreation(body: proto.ITokenCreateTransactionBody | null | undefined): void {
  if (!body) return;
  const isNft = body.tokenType === proto.TokenType.NON_FUNGIBLE_UNIQUE;
  const hasLimit = body.supplyType === proto.TokenSupplyType.FINITE;
  const [supply, max] = [BigInt(String(body.initialSupply ?? 0)), BigInt(String(body.maxSupply ?? 0))];
  demand(supply >= 0n, 'INVALID_TOKEN_INITIAL_SUPPLY');
  demand((body.decimals ?? 0) >= 0, 'INVALID_TOKEN_DECIMALS');
  demand(hasLimit ? max > 0n : max === 0n, 'INVALID_TOKEN_MAX_SUPPLY');
  demand(!hasLimit || supply <= max, 'INVALID_TOKEN_INITIAL_SUPPLY');
  demand(!isNft || Boolean(body.supplyKey), 'TOKEN_HAS_NO_SUPPLY_KEY');
  demand(!body.freezeDefault || Boolean(body.freezeKey), 'TOKEN_HAS_NO_FREEZE_KEY');
}
