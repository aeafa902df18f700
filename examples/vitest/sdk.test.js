import {
  AccountId,
  Client,
  Hbar,
  PrivateKey,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  TransferTransaction,
} from '@hiero-ledger/sdk';
import { afterAll, expect, inject, test } from 'vitest';

const { node, grpc, restUrl, operator, accounts } = inject('network');
const client = Client.forNetwork({ [node.address]: AccountId.fromString(node.account) })
  .setMirrorNetwork([grpc])
  .setOperator(operator.account, PrivateKey.fromStringDer(operator.privateKeyDer));
afterAll(() => client.close());

const mirror = async (path) => (await fetch(`${restUrl}/api/v1/${path}`)).json();

test('the mirror has the balance after a transfer', async () => {
  const { account } = accounts[0];
  const balance = async () => (await mirror(`accounts/${account}`)).balance.balance;
  const before = await balance();
  const sent = await new TransferTransaction()
    .addHbarTransfer(operator.account, new Hbar(-5))
    .addHbarTransfer(account, new Hbar(5))
    .execute(client);
  expect((await sent.getReceipt(client)).status.toString()).toBe('SUCCESS');
  await expect.poll(balance).toBe(before + 500_000_000);
});

test('the mirror has the message of a topic', async () => {
  const { topicId } = await (await new TopicCreateTransaction().execute(client)).getReceipt(client);
  const message = new TopicMessageSubmitTransaction({ topicId, message: 'Hello' });
  await (await message.execute(client)).getReceipt(client);
  const messages = async () => (await mirror(`topics/${topicId}/messages`)).messages;
  await expect.poll(messages).toMatchObject([{ message: btoa('Hello'), sequence_number: 1 }]);
});
