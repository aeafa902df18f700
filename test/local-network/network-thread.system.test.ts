import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials } from '@grpc/grpc-js';
import { proto } from '@tain/protos/hapi';
import { proto as services } from '@tain/protos/services';
import Long from 'long';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tain } from '../app/commands/tain.ts';
import { account, ed25519Key, hbar, OPERATOR, signed } from '../demo/node/client.ts';
import { removeFolder } from '../remove-folder.ts';

// Checks with the built program and its local network that executions of the network do not delay other responses of
// the process.

let folder: string;
let tain: Tain;
let node: Client;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-network-thread-'));
  tain = new Tain(['start', '--quiet'], {
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_PORT: '0',
    TAIN_STATUS_PORT: '0',
    TAIN_DEMO_NODE_PORT: '0',
  });
  const [, address = ''] = await tain.waitFor(/accepts transactions at ([\d.]+:\d+)/);
  node = new Client(address, credentials.createInsecure());
});
afterAll(async () => {
  node.close();
  const { code } = await tain.stop();
  await removeFolder(folder);
  expect(code).toBe(0);
});

const unchanged = (bytes: Buffer): Buffer => bytes;

function call(method: string, bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    node.makeUnaryRequest(`/proto.${method}`, unchanged, unchanged, Buffer.from(bytes), (error, answer) => {
      if (error) reject(error);
      else resolve(answer ?? Buffer.alloc(0));
    });
  });
}

async function query(method: string, body: services.IQuery): Promise<services.Response> {
  return services.Response.decode(await call(method, services.Query.encode(body).finish()));
}

/** Sends a transaction of the operator, and waits for its receipt. */
async function send(method: string, data: proto.ITransactionBody): Promise<proto.ITransactionReceipt> {
  const seconds = Long.fromNumber(Math.floor(Date.now() / 1_000) - 2);
  const nanos = Math.floor(Math.random() * 1e9);
  const transactionID = { accountID: account(2), transactionValidStart: { seconds, nanos } };
  const body = {
    transactionID,
    nodeAccountID: account(3),
    transactionFee: hbar(100),
    transactionValidDuration: { seconds: Long.fromNumber(120) },
    ...data,
  };
  const bytes = signed(proto.TransactionBody.encode(body).finish(), [ed25519Key(OPERATOR)]);
  const { OK, BUSY, UNKNOWN } = proto.ResponseCodeEnum;
  for (;;) {
    const { nodeTransactionPrecheckCode: code } = services.TransactionResponse.decode(
      await call(method, bytes),
    );
    if (code === OK) break;
    if (code !== BUSY) throw new Error(`refused with ${proto.ResponseCodeEnum[code]}`);
    await sleep(100);
  }
  for (;;) {
    const receiptQuery = { transactionGetReceipt: { transactionID, header: { responseType: 0 } } };
    const { transactionGetReceipt } = await query('CryptoService/getTransactionReceipts', receiptQuery);
    const bytes = transactionGetReceipt?.receipt;
    const receipt = bytes ? proto.TransactionReceipt.decode(bytes) : undefined;
    if (receipt !== undefined && receipt.status !== UNKNOWN) return receipt;
    await sleep(50);
  }
}

/** Code that calls itself with all remaining gas, in a loop: JUMPDEST, five zeros, ADDRESS, GAS, CALL, POP, JUMP. */
const RECURSION = '5b5f5f5f5f5f305af1505f56';
/** Init code: CODECOPY of the following 12 bytes, RETURN. */
const INIT = `600c600a5f39600c5ff3${RECURSION}`;

/** Repeats a request until `isOver`, and returns the longest duration in milliseconds. */
async function slowest(request: () => Promise<unknown>, isOver: () => boolean): Promise<number> {
  let max = 0;
  while (!isOver()) {
    const begun = performance.now();
    await request();
    max = Math.max(max, performance.now() - begun);
    await sleep(10);
  }
  return max;
}

async function get(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  expect(response.status).toBe(200);
}

test('a call that takes the network several seconds delays neither REST nor the status page', async () => {
  const url = await tain.url();
  const [, statusUrl = ''] = await tain.waitFor(/Status service at (http:\/\/[\d.:]+)/);
  const autoRenewPeriod = { seconds: Long.fromNumber(7_776_000) };
  const created = await send('SmartContractService/createContract', {
    contractCreateInstance: {
      initcode: Buffer.from(INIT, 'hex'),
      gas: Long.fromNumber(1_000_000),
      autoRenewPeriod,
    },
  });
  expect(proto.ResponseCodeEnum[created.status ?? 0]).toBe('SUCCESS');
  await expect
    .poll(async () => (await fetch(`${url}/api/v1/contracts/${created.contractID?.contractNum}`)).status)
    .toBe(200);

  let isOver = false;
  const over = () => isOver;
  const balance = { cryptogetAccountBalance: { accountID: account(2), header: { responseType: 0 } } };
  const [network, rest, status, receipt] = await Promise.all([
    slowest(() => query('CryptoService/cryptoGetBalance', balance), over),
    slowest(() => get(`${url}/api/v1/network/supply`), over),
    slowest(() => get(`${statusUrl}/api/v2/status.json`), over),
    send('SmartContractService/contractCallMethod', {
      contractCall: { contractID: created.contractID ?? null, gas: Long.fromNumber(15_000_000) },
    }).finally(() => {
      isOver = true;
    }),
  ]);
  // Responses of the node wait for the code that it executes, so their duration measures the machine's current speed.
  // A busy machine reaches the time limit of code before its end.
  expect(['INSUFFICIENT_GAS', 'CONTRACT_EXECUTION_EXCEPTION']).toContain(
    proto.ResponseCodeEnum[receipt.status ?? 0],
  );
  expect(network).toBeGreaterThan(300);
  expect(rest).toBeLessThan(network / 2);
  expect(status).toBeLessThan(network / 2);
});
