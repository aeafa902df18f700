import { HASH } from '../method/json-schema.ts';
import { method } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { HEX_BYTES } from '../method/parameter-types.ts';
import { sendTransaction } from '../sending/send-transaction.ts';

const sendRaw = method({
  name: 'eth_sendRawTransaction',
  summary: 'Sends a signed transaction. Returns its hash once its block is visible.',
  parameters: [required('transaction', HEX_BYTES, 'Bytes of the signed transaction.')],
  result: HASH,
  awaitsBlock: true,
  answer: ([raw], context) => sendTransaction(context, Buffer.from(raw.slice(2), 'hex')),
});

export const SEND_METHODS = [sendRaw];
