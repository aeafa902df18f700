import type { Address, Log } from '@tain/evm/execution';
import { word } from '../abi/encode.ts';
import { signatureHash } from '../selector.ts';

/** Events of ERC-20 and ERC-721 that tokens emit. `logger` is the token's address. */

const TRANSFER = signatureHash('Transfer(address,address,uint256)');
const APPROVAL = signatureHash('Approval(address,address,uint256)');
const APPROVAL_FOR_ALL = signatureHash('ApprovalForAll(address,address,bool)');

type Parties = readonly [Address, Address];

export function unitsMoved(logger: Address, parties: Parties, amount: bigint): Log {
  return { address: logger, topics: [TRANSFER, ...parties.map(topic)], data: word(amount) };
}

/** Returns the event of a transfer of an NFT, whose serial is a topic. */
export function nftMoved(logger: Address, parties: Parties, serial: bigint): Log {
  return { address: logger, topics: [TRANSFER, ...parties.map(topic), hex(serial)], data: Buffer.alloc(0) };
}

export function unitsApproved(logger: Address, parties: Parties, amount: bigint): Log {
  return { address: logger, topics: [APPROVAL, ...parties.map(topic)], data: word(amount) };
}

export function nftApproved(logger: Address, parties: Parties, serial: bigint): Log {
  return { address: logger, topics: [APPROVAL, ...parties.map(topic), hex(serial)], data: Buffer.alloc(0) };
}

export function allApproved(logger: Address, parties: Parties, approved: boolean): Log {
  return {
    address: logger,
    topics: [APPROVAL_FOR_ALL, ...parties.map(topic)],
    data: word(approved ? 1n : 0n),
  };
}

function topic(address: Address): string {
  return address.padStart(64, '0');
}

function hex(value: bigint): string {
  return word(value).toString('hex');
}
