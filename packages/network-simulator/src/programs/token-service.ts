import type { Execution } from '../ledger/execution.ts';
import type { SystemAnswer, SystemCall, SystemContract } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { addressOf, word, wordAt } from '../ledger/words.ts';
import { hex, longZeroNum } from './code-addresses.ts';
import { selectorOf } from './selector.ts';
import { ServiceDispatch } from './service-dispatch.ts';
import { VIEW_GAS } from './service-gas.ts';
import { answerCall, indexOf } from './service-method.ts';
import { numAt } from './token-arguments.ts';
import { TOKEN_SERVICE, TokenCalls } from './token-calls.ts';
import { TOKEN_CREATIONS } from './token-creations.ts';
import { type FacadeCall, facadeOf } from './token-facade.ts';
import { TOKEN_VIEWS } from './token-views.ts';
import { TOKEN_FACADE_WRITES, TOKEN_WRITES } from './token-writes.ts';

const SELECTOR = 4;
const ADDRESS = 20;
/** Where the fourth argument stands. */
const FOURTH = SELECTOR + 3 * 32;

const REDIRECT = selectorOf('redirectForToken(address,bytes)');
const TRANSFER_TOKEN = selectorOf('transferToken(address,address,address,int64)');
const TRANSFER_NFT = selectorOf('transferNFT(address,address,address,int64)');
const ASSOCIATE = selectorOf('associateToken(address,address)');
const IS_TOKEN = selectorOf('isToken(address)');

const METHODS = indexOf([...TOKEN_WRITES, ...TOKEN_CREATIONS, ...TOKEN_VIEWS]);
const FACADE = indexOf(TOKEN_FACADE_WRITES);
const CREATING = new Set(
  TOKEN_CREATIONS.filter(({ signature }) => signature.startsWith('create')).map(({ signature }) =>
    selectorOf(signature),
  ),
);

/** Whether a call creates a token: its value pays for that. */
export function createsToken(input: Uint8Array): boolean {
  return CREATING.has(hex(input.subarray(0, SELECTOR)));
}

/**
 * What contracts of the demo network may ask the token service for, on behalf of a transaction, and what a token answers as an
 * ERC-20 or ERC-721 contract. Other calls fail.
 */
export function tokenService(x: Execution): SystemContract {
  return (call) => {
    const { input, isStatic } = call;
    const selector = hex(input.subarray(0, SELECTOR));
    if (selector === REDIRECT) return redirected(x, call);
    // Else any contract could act in the name of who calls it.
    if (call.isDelegate) return undefined;
    if (selector === IS_TOKEN) {
      const known = x.ledger.tokens.has(longZeroNum(hex(addressOf(wordAt(input, SELECTOR)))));
      return {
        output: Buffer.concat([word(BigInt(Status.SUCCESS)), word(known ? 1n : 0n)]),
        gasUsed: BigInt(VIEW_GAS),
      };
    }
    const dispatch = new ServiceDispatch(x, call, TOKEN_SERVICE);
    const other = answerCall(METHODS, dispatch, input);
    if (other !== undefined || isStatic) return other;
    const service = new TokenCalls(dispatch);
    const { by } = dispatch;
    const token = numAt(x, input, 0);
    const [from, to] = [numAt(x, input, 1), numAt(x, input, 2)];
    if (selector === TRANSFER_TOKEN) {
      return service.answer(service.move(token, from, to, BigInt.asIntN(64, wordAt(input, FOURTH)), by));
    }
    if (selector === TRANSFER_NFT) {
      return service.answer(
        service.moveNft(token, from, to, Number(BigInt.asIntN(64, wordAt(input, FOURTH))), by),
      );
    }
    if (selector === ASSOCIATE)
      return service.answer(service.associate(numAt(x, input, 0), numAt(x, input, 1), by));
    return undefined;
  };
}

/** A call that a token's own code hands over. */
function redirected(x: Execution, call: SystemCall): SystemAnswer | undefined {
  const { input, recipient, isDelegate } = call;
  const address = hex(input.subarray(SELECTOR, SELECTOR + ADDRESS));
  const token = x.ledger.tokens.get(longZeroNum(address));
  if (token === undefined || input.length < SELECTOR + ADDRESS + SELECTOR) return undefined;
  if (isDelegate && recipient !== address) return undefined;
  const inner: FacadeCall = { ...call, input: input.subarray(SELECTOR + ADDRESS) };
  const dispatch = new ServiceDispatch(x, call, TOKEN_SERVICE);
  return (
    facadeOf(x, token, inner, new TokenCalls(dispatch)) ??
    answerCall(FACADE, dispatch, inner.input, token.num)
  );
}
