import type { Execution } from '../ledger/execution.ts';
import type { SystemAnswer, SystemCall, SystemContract } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { addressOf, word, wordAt } from '../ledger/words.ts';
import { selectorOf } from './abi.ts';
import { hex, longZeroNum } from './code-addresses.ts';
import { ServiceDispatch } from './service-dispatch.ts';
import { VIEW_GAS } from './service-gas.ts';
import { answerCall, indexOf, redirectOf } from './service-method.ts';
import { TOKEN_CREATIONS } from './token-creations.ts';
import { type FacadeCall, facadeOf } from './token-facade.ts';
import { TOKEN_VIEWS } from './token-views.ts';
import { TOKEN_FACADE_WRITES, TOKEN_WRITES } from './token-writes.ts';

/** The token service as a system contract: 0.0.359, address 0x167. */
export const TOKEN_SERVICE = 359;
const SELECTOR = 4;

const REDIRECT = selectorOf('redirectForToken(address,bytes)');
const IS_TOKEN = selectorOf('isToken(address)');

const METHODS = indexOf([...TOKEN_WRITES, ...TOKEN_CREATIONS, ...TOKEN_VIEWS]);
const FACADE = indexOf(TOKEN_FACADE_WRITES);
const CREATING = new Set(
  TOKEN_CREATIONS.filter(({ signature }) => signature.startsWith('create')).map(({ signature }) =>
    selectorOf(signature),
  ),
);

/** Returns whether a call creates a token, which its value pays for. */
export function createsToken(input: Uint8Array): boolean {
  return CREATING.has(hex(input.subarray(0, SELECTOR)));
}

/**
 * Returns the token service for contracts of the demo network, on behalf of a transaction. It also executes calls of
 * tokens as ERC-20 or ERC-721 contracts. Other calls fail.
 */
export function tokenService(x: Execution): SystemContract {
  return (call) => {
    const { input } = call;
    const selector = hex(input.subarray(0, SELECTOR));
    if (selector === REDIRECT) return redirected(x, call);
    // With DELEGATECALL any contract could act in the name of its caller.
    if (call.isDelegate) return undefined;
    if (selector === IS_TOKEN) {
      const known = x.ledger.tokens.has(longZeroNum(hex(addressOf(wordAt(input, SELECTOR)))));
      return {
        output: Buffer.concat([word(BigInt(Status.SUCCESS)), word(known ? 1n : 0n)]),
        gasUsed: BigInt(VIEW_GAS),
      };
    }
    return answerCall(METHODS, new ServiceDispatch(x, call, TOKEN_SERVICE), input);
  };
}

/** Executes a call that a token's own code forwards, or that names the token. */
function redirected(x: Execution, call: SystemCall): SystemAnswer | undefined {
  const { recipient, isDelegate } = call;
  const { address, input } = redirectOf(call.input.subarray(SELECTOR));
  const token = x.ledger.tokens.get(longZeroNum(address));
  if (token === undefined || input.length < SELECTOR) return undefined;
  if (isDelegate && recipient !== address) return undefined;
  const inner: FacadeCall = { ...call, input };
  const dispatch = new ServiceDispatch(x, call, TOKEN_SERVICE);
  return facadeOf(x, token, inner) ?? answerCall(FACADE, dispatch, input, token.num);
}
