import { signRecoverable } from 'tiny-secp256k1';
import type { Authorization, EthereumFields } from '../ledger/draft.ts';
import { keccak } from '../ledger/keccak.ts';
import { integer, type Rlp, rlp } from '../ledger/rlp.ts';
import type { Generator } from './generator.ts';

/** Signatures of wallets, and the signed bytes (EIP-155, 2930, 1559, 7702). */
export interface Signature {
  readonly r: Uint8Array;
  readonly s: Uint8Array;
  readonly recovery: number;
}

/** First byte of the message that the owner of an account signs to delegate to code (EIP-7702). */
const AUTHORIZATION = 0x05;

/** Returns an access list of one address, for the types with an access list. */
function accessList(fields: EthereumFields): Rlp {
  return fields.to.length === 0 ? [] : [[fields.to, [Buffer.alloc(32, 1)]]];
}

/** Returns an EIP-7702 authorization, signed by the key of the delegating account. */
export function signAuthorization(
  g: Generator,
  ref: number,
  content: Pick<Authorization, 'address' | 'nonce'>,
  chainId: bigint,
): Authorization {
  const message = rlp([integer(chainId), content.address, integer(content.nonce)]);
  return {
    ...content,
    authority: g.ledger.keys.get(ref).evmAddress,
    chainId,
    ...signHash(g, ref, keccak(Buffer.concat([Buffer.of(AUTHORIZATION), message]))),
  };
}

function authorizationList(fields: EthereumFields): Rlp {
  return fields.authorizations.map(({ chainId, address, nonce, recovery, r, s }) => [
    integer(chainId),
    address,
    integer(nonce),
    integer(BigInt(recovery)),
    stripped(r),
    stripped(s),
  ]);
}

function payload(fields: EthereumFields): Rlp[] {
  const { type, nonce, chainId, gasPrice, gasLimit, to, value, data } = fields;
  const tail = [integer(gasLimit), to, integer(value), data];
  if (type === 0) return [integer(nonce), integer(gasPrice), ...tail];
  if (type === 1) return [integer(chainId), integer(nonce), integer(gasPrice), ...tail, accessList(fields)];
  const head = [integer(chainId), integer(nonce), integer(gasPrice / 100n), integer(gasPrice)];
  if (type === 2) return [...head, ...tail, []];
  return [...head, ...tail, accessList(fields), authorizationList(fields)];
}

/** Signs a transaction like a wallet. The network and replays recover the sender from the signature alone. */
export function signEthereum(g: Generator, ref: number, fields: EthereumFields): Signature {
  const unsigned =
    fields.type === 0
      ? rlp([...payload(fields), integer(fields.chainId), Buffer.alloc(0), Buffer.alloc(0)])
      : Buffer.concat([Buffer.from([fields.type]), rlp(payload(fields))]);
  return signHash(g, ref, keccak(unsigned));
}

function signHash(g: Generator, ref: number, hash: Buffer): Signature {
  const { signature, recoveryId } = signRecoverable(hash, g.ledger.keys.ecdsaSecret(ref));
  return { recovery: recoveryId, r: signature.subarray(0, 32), s: signature.subarray(32) };
}

/** Encodes the transaction as sent by a wallet. */
export function encodeEthereum(fields: EthereumFields, { r, s, recovery }: Signature): Buffer {
  const rs = [stripped(r), stripped(s)];
  if (fields.type === 0)
    return rlp([...payload(fields), integer(fields.chainId * 2n + 35n + BigInt(recovery)), ...rs]);
  return Buffer.concat([
    Buffer.from([fields.type]),
    rlp([...payload(fields), integer(BigInt(recovery)), ...rs]),
  ]);
}

function stripped(bytes: Uint8Array): Buffer {
  return integer(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
}
