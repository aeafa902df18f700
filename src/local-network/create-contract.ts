import { DEFAULT_AUTO_RENEW_SECONDS } from '@tain/ledger/expiry';
import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import type { ConsensusNode } from '@tain/network-simulator/node/consensus-node';
import { proto } from '@tain/protos/hapi';
import { longOf } from '../rpc/nodes/envelope.ts';
import { nameOf, sendAsOperator } from './submit-to-node.ts';

/** Returns the data of a transaction that creates a contract with this code. */
export function creationOf(code: Uint8Array): proto.ITransactionBody {
  return {
    contractCreateInstance: {
      initcode: Buffer.concat([initcodeHead(code.length), code]),
      gas: longOf(MAX_GAS_PER_TRANSACTION),
      autoRenewPeriod: { seconds: longOf(DEFAULT_AUTO_RENEW_SECONDS) },
    },
  };
}

/**
 * Returns init code that deploys the bytes after it: PUSH2 length, DUP1, PUSH1 10, RETURNDATASIZE, CODECOPY, RETURNDATASIZE,
 * RETURN.
 */
function initcodeHead(length: number): Uint8Array {
  const digits = length.toString(16).padStart(4, '0');
  return Buffer.from(`61${digits}80600a3d393df3`, 'hex');
}

/** Address and code of the deterministic deployment proxy (github.com/Arachnid/deterministic-deployment-proxy). */
const DEPLOYER = Buffer.from('4e59b44847b379578588920ca78fbf26c0b4956c', 'hex');
const DEPLOYER_CODE = Buffer.from(
  `7f${'ff'.repeat(31)}e03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3`,
  'hex',
);

/**
 * Creates the contract by which Foundry's scripts create contracts with a salt, and which Anvil has from the start; nothing if
 * its address is in use. Returns the name of the response code of a creation that failed, else null.
 */
export async function createDeployer(node: ConsensusNode): Promise<string | null> {
  const inUse = await node.read((ledger) => ledger.resolveAlias(DEPLOYER) !== 0);
  if (inUse) return null;
  const status = await sendAsOperator(node, creationOf(DEPLOYER_CODE), {
    kind: 'create-at',
    address: DEPLOYER,
  });
  return status === proto.ResponseCodeEnum.SUCCESS ? null : nameOf(status);
}
