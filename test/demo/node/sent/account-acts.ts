import { account, hbar, transfer } from '../client.ts';
import { type Act, idOf, long, numOf, type RandomClient, RENEW } from './random-client.ts';

/** Returns operations on accounts, topics, files and allowances. */
export function accountActs(c: RandomClient): readonly Act[] {
  return [
    () => c.createAccount(),
    () => {
      const [from, to] = [c.pick(c.accounts), c.pick(c.accounts)];
      return c.send(transfer(from.num, to.num, c.below(200_000_000)), [from]);
    },
    () => c.send(transfer(c.owner.num, c.bytes(20), 100_000_000), [c.owner]),
    () => {
      const one = c.find(c.accounts, ({ num }) => num !== c.owner.num) ?? c.owner;
      const memo = { value: `memo ${c.below(1000)}` };
      return c.send({ cryptoUpdateAccount: { accountIDToUpdate: idOf(one), memo } }, [one]);
    },
    async () => {
      const key = c.chance(0.5) ? c.key() : null;
      const consensusCreateTopic = { memo: 'sent', ...(key && { submitKey: key.message }), ...RENEW };
      const { receipt } = await c.send({ consensusCreateTopic });
      if (receipt.topicID) c.topics.push({ num: numOf(receipt.topicID.topicNum), key });
    },
    () => {
      const topic = c.find(c.topics);
      const topicID = { topicNum: long(topic?.num ?? 1) };
      const signers = topic?.key ? [{ num: -1, key: topic.key }] : [];
      return c.send({ consensusSubmitMessage: { topicID, message: c.bytes(64) } }, signers);
    },
    () => {
      const one = c.find(c.accounts, ({ num }) => num !== c.owner.num) ?? c.owner;
      const allowance = {
        owner: idOf(one),
        spender: account(c.pick(c.accounts).num),
        amount: long(c.below(1_000_000)),
      };
      return c.send({ cryptoApproveAllowance: { cryptoAllowances: [allowance] } }, [one]);
    },
    () => {
      const keys = { keys: [c.owner.key.message] };
      const expirationTime = { seconds: long(1_790_000_000) };
      return c.send({ fileCreate: { keys, contents: c.bytes(64), expirationTime } }, [c.owner]);
    },
    () => c.send({ utilPrng: { range: c.below(100) } }),
    () => {
      const one = c.find(c.accounts, ({ num }) => num !== c.owner.num);
      if (one === undefined || c.chance(0.7))
        return c.send(transfer(2, c.pick(c.accounts).num, 1), [c.owner]);
      const cryptoDelete = { deleteAccountID: idOf(one), transferAccountID: idOf(c.owner) };
      return c.send({ cryptoDelete }, [one, c.owner]);
    },
    () =>
      c.send(
        {
          cryptoCreateAccount: {
            key: c.key().message,
            initialBalance: hbar(1),
            receiverSigRequired: true,
            ...RENEW,
          },
        },
        [c.owner],
      ),
  ];
}
