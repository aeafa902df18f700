import { secp256k1 } from '@noble/curves/secp256k1.js';
import { FUNDED_ACCOUNTS, OPERATOR_KEY } from '@tain/network-simulator/ledger/well-known';
import { proto } from '@tain/protos/hapi';
import { evmAddressOfKey } from '../../kernel/evm-address.ts';
import { RpcError } from '../../rpc/method/rpc-error.ts';
import type { Submission, TransactionSender, UnlockedAccount } from '../../rpc/method/services.ts';
import { envelopeOf, ValidStarts } from '../sending/envelope.ts';
import { ed25519Signer } from '../sending/operator-key.ts';
import type { LiveDemo } from './live-demo.ts';

/** The account that relays of local networks pay with: it pays no fees there, and its key is public. */
const OPERATOR = { shard: 0n, realm: 0n, num: 2n };
const NODE = { shard: 0n, realm: 0n, num: 3n };
/** Tinybars: the price of 15 million gas, as the relay offers. */
const MAX_FEE = 85n * 15_000_000n;
/** Tinybars of gas that the operator adds where a sender offers less than the price, as the canonical CREATE2 deployer does. */
const GAS_ALLOWANCE = 100_000_000n;
/** Milliseconds before now at which a transaction becomes valid. */
const VALID_SINCE_MS = 1_000;

/** Sends to the local network of this process: in process, straight to its intake. */
export function localSender(demo: () => LiveDemo | null): TransactionSender {
  const operator = { account: OPERATOR, sign: ed25519Signer(OPERATOR_KEY) };
  const starts = new ValidStarts(VALID_SINCE_MS);
  return {
    closesBlocks: true,
    async submit(raw): Promise<Submission> {
      const network = demo();
      if (network === null) throw notHere();
      const envelope = envelopeOf(raw, {
        operator,
        node: NODE,
        validStart: starts.next(),
        maxFee: MAX_FEE,
        gasAllowance: GAS_ALLOWANCE,
      });
      const { code, outcome } = await network.submit(envelope.bytes);
      return {
        code: nameOf(code),
        transactionId: envelope.id,
        outcome: outcome.then((end) => end && { status: nameOf(end.status), time: end.time }),
      };
    },
  };
}

/** The accounts of a local network whose keys are published and whose address is that of their key. */
export function publishedAccounts(): UnlockedAccount[] {
  return FUNDED_ACCOUNTS.flatMap(({ kind, privateKey: digits }) => {
    if (kind !== 'ecdsa-alias') return [];
    const privateKey = Buffer.from(digits, 'hex');
    const address = evmAddressOfKey(secp256k1.getPublicKey(privateKey));
    return address === null ? [] : [{ address: `0x${Buffer.from(address).toString('hex')}`, privateKey }];
  });
}

/** A standby of the process that runs the network. */
function notHere(): RpcError {
  return new RpcError(-32_610, 'Unsupported operation. Another process runs the local network');
}

function nameOf(code: number): string {
  return proto.ResponseCodeEnum[code] ?? String(code);
}
