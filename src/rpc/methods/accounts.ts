import { prefixedHex } from '@tain/ledger/integer-bytes';
import { ADDRESS_SCHEMA, arrayOf, BYTES, HASH } from '../method/json-schema.ts';
import { method, type RpcMethod } from '../method/method.ts';
import { type ParameterType, required } from '../method/parameter.ts';
import { ADDRESS, ANY_OBJECT, HEX_BYTES } from '../method/parameter-types.ts';
import { ERRORS, type RpcError } from '../method/rpc-error.ts';
import { readyContext } from '../sending/outcome.ts';
import { sendImpersonated } from '../sending/send-impersonated.ts';
import { sendNext, sendTransaction } from '../sending/send-transaction.ts';
import { TRANSACTION_REQUEST } from '../sending/transaction-request.ts';
import { typedDataHash } from '../sending/typed-data.ts';
import {
  findUnlocked,
  signatureHex,
  signMessage,
  signRequest,
  unlockedAccount,
  withSender,
} from '../sending/unlocked-accounts.ts';
import { hexBytes } from '../values/hex.ts';

/**
 * Methods that sign for the accounts of a local network, whose keys are public. They are available on the loopback
 * interface only, and not to web pages of other sites.
 */

const ACCOUNT = required('address', ADDRESS, 'Address of the account that signs.');
const MESSAGE = required('message', HEX_BYTES, 'Bytes to sign.');
const TRANSACTION = required(
  'transaction',
  TRANSACTION_REQUEST,
  'Transaction; sender, nonce, gas and price are filled in where they are absent.',
);

const accounts = method({
  name: 'eth_accounts',
  summary:
    "Returns the addresses that this server signs for: a local network's published accounts, else none.",
  result: arrayOf(ADDRESS_SCHEMA),
  answer: (_values, { services }) => (services.accounts ?? []).map(({ address }) => address),
});

const sendUnsigned = method({
  name: 'eth_sendTransaction',
  awaitsBlock: true,
  summary:
    'Signs a transaction with the key of its sender and sends it; without a signature for an impersonated account. Local network only.',
  parameters: [TRANSACTION],
  result: HASH,
  answer: async ([request], context) => {
    const given = withSender(context, request);
    const { development } = context.services;
    if (findUnlocked(context, given.from) === undefined && development?.isImpersonated(given.from)) {
      return sendImpersonated(context, development, given);
    }
    unlockedAccount(context, given.from);
    const ready = await readyContext(context);
    const sign = (): Promise<Uint8Array> => signRequest(ready, given);
    return given.nonce === undefined
      ? sendNext(ready, given.from, sign)
      : sendTransaction(ready, await sign());
  },
});

const signTransaction = method({
  name: 'eth_signTransaction',
  summary: 'Signs a transaction with the key of its sender. Local network only.',
  parameters: [TRANSACTION],
  result: BYTES,
  answer: async ([given], context) => prefixedHex(await signRequest(context, withSender(context, given))),
});

const sign = method({
  name: 'eth_sign',
  summary: 'Signs a message (EIP-191). Local network only.',
  parameters: [ACCOUNT, MESSAGE],
  result: BYTES,
  answer: ([address, message], context) => {
    return signMessage(unlockedAccount(context, address), hexBytes(message));
  },
});

const personalSign = method({
  name: 'personal_sign',
  summary:
    'Signs a message (EIP-191); the same as `eth_sign` with the parameters in reverse order. Local network only.',
  parameters: [MESSAGE, ACCOUNT],
  result: BYTES,
  answer: ([message, address], context) => {
    return signMessage(unlockedAccount(context, address), hexBytes(message));
  },
});

/** Typed data as an object, or as its JSON text. */
const TYPED_DATA: ParameterType<unknown> = {
  expected: 'Expected typed data (EIP-712)',
  parse(value) {
    if (typeof value !== 'string') return ANY_OBJECT.parse(value);
    try {
      return ANY_OBJECT.parse(JSON.parse(value));
    } catch {
      return undefined;
    }
  },
  schema: { oneOf: [{ type: 'object' }, { type: 'string' }] },
};

const signTypedData = method({
  name: 'eth_signTypedData_v4',
  summary: 'Signs typed data (EIP-712). Local network only.',
  parameters: [ACCOUNT, required('data', TYPED_DATA, 'Types, domain, primary type and message.')],
  result: BYTES,
  answer: ([address, data], context) => {
    const { privateKey } = unlockedAccount(context, address);
    return signatureHex(typedDataHash(data), privateKey);
  },
});

/**
 * Wraps a method: if this server signs for no account, it is refused, whatever its parameters, and always to those who
 * may not control the network.
 */
function withAccounts(one: RpcMethod, refusal: (name: string) => RpcError): RpcMethod {
  return {
    ...one,
    answer(given, context) {
      if (context.services.accounts === undefined) throw refusal(one.name);
      if (!context.mayControl) throw ERRORS.foreignOrigin(one.name);
      return one.answer(given, context);
    },
  };
}

export const ACCOUNT_METHODS = [
  accounts,
  ...[sendUnsigned, signTransaction, sign].map((one) => withAccounts(one, ERRORS.unsupportedMethod)),
  ...[personalSign, signTypedData].map((one) => withAccounts(one, ERRORS.methodNotFound)),
];
