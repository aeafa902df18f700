import type { proto } from '@tain/protos/hapi';
import { transfer } from '../client.ts';
import { type Act, idOf, long, numOf, type RandomClient } from './random-client.ts';

/**
 * Returns operations on schedules that run immediately, wait for a signature or for their time, are signed, deleted, or
 * expire.
 */
export function scheduleActs(c: RandomClient, now: () => bigint): readonly Act[] {
  const body = (): proto.ISchedulableTransactionBody => {
    const { contracts, tokens } = c;
    const contract = c.find(contracts);
    if (contract !== undefined && c.chance(0.3)) {
      const functionParameters = c.bytes(36);
      return {
        contractCall: { contractID: { contractNum: long(contract) }, gas: long(100_000), functionParameters },
      };
    }
    const token = c.find(tokens);
    if (token !== undefined && c.chance(0.3))
      return {
        tokenMint: {
          token: { tokenNum: long(token.num) },
          ...(token.nonFungible ? { metadata: [c.bytes(5)] } : { amount: long(3) }),
        },
      };
    const [from, to] = [c.pick(c.accounts), c.pick(c.accounts)];
    return transfer(from.num, to.num, 1 + c.below(1_000_000)) as proto.ISchedulableTransactionBody;
  };
  const create: Act = async () => {
    const creator = c.pick(c.accounts);
    const scheduledTransactionBody = {
      transactionFee: long(500_000_000),
      memo: `${c.below(1e9)}`,
      ...body(),
    };
    const { receipt } = await c.send(
      {
        scheduleCreate: {
          scheduledTransactionBody,
          payerAccountID: idOf(creator),
          ...(c.chance(0.5) ? { adminKey: creator.key.message } : {}),
          ...(c.chance(0.4)
            ? {
                waitForExpiry: c.chance(0.6),
                expirationTime: { seconds: long(now() / 1_000_000_000n + BigInt(3 + c.below(40))) },
              }
            : {}),
        },
      },
      c.chance(0.7) ? [creator] : [],
    );
    if (receipt.scheduleID) c.schedules.push(numOf(receipt.scheduleID.scheduleNum));
  };
  const scheduleID = (): proto.IScheduleID => ({ scheduleNum: long(c.find(c.schedules.slice(-4)) ?? 9) });
  const sign: Act = () =>
    c.send({ scheduleSign: { scheduleID: scheduleID() } }, [...c.accounts.slice(0, 1 + c.below(6))]);
  return [
    create,
    create,
    sign,
    sign,
    () => c.send({ scheduleDelete: { scheduleID: scheduleID() } }, [c.pick(c.accounts)]),
  ];
}
