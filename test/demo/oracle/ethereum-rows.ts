import { decodeRlp, type Rlp } from '../rlp.ts';
import { bytesText, idText, jsonText, type Row, text } from './rows.ts';
import { type Item, num, type Stream } from './stream.ts';

/** Fields of wallets' transactions, decoded by the tests' own decoder. */
interface Fields {
  readonly type: number;
  readonly chainId: Buffer;
  readonly nonce: bigint;
  readonly gasPrice: Buffer | null;
  readonly tip: Buffer | null;
  readonly maxFee: Buffer | null;
  readonly gasLimit: bigint;
  readonly to: Buffer;
  readonly value: Buffer;
  readonly data: Buffer;
  readonly access: Rlp[] | null;
  readonly authorizations: Rlp[] | null;
  readonly v: Buffer;
  readonly r: Buffer;
  readonly s: Buffer;
}

const bytes = (value: Rlp | undefined): Buffer => (Array.isArray(value) || !value ? Buffer.alloc(0) : value);
const list = (value: Rlp | undefined): Rlp[] => (Array.isArray(value) ? value : []);
const integer = (value: Rlp | undefined): bigint => BigInt(`0x0${bytes(value).toString('hex')}`);

export function walletFields(item: Item): Fields {
  const raw = Buffer.from(item.body.ethereumTransaction?.ethereumData ?? []);
  const type = (raw[0] ?? 0) < 0x80 ? (raw[0] ?? 0) : 0;
  const parts = list(decodeRlp(type === 0 ? raw : raw.subarray(1)));
  const [v, r, s] = parts.slice(-3).map(bytes) as [Buffer, Buffer, Buffer];
  const none = Buffer.alloc(0);
  if (type === 0) {
    const [nonce, gasPrice, gasLimit, to, value, data] = parts;
    const chain = ((integer(v) - 35n) >> 1n).toString(16);
    return {
      type,
      chainId: Buffer.from(chain.padStart(chain.length + (chain.length % 2), '0'), 'hex'),
      nonce: integer(nonce),
      gasPrice: bytes(gasPrice),
      tip: null,
      maxFee: null,
      gasLimit: integer(gasLimit),
      to: bytes(to),
      value: bytes(value),
      data: bytes(data),
      access: null,
      authorizations: null,
      v,
      r: r ?? none,
      s: s ?? none,
    };
  }
  const [chainId, nonce, ...rest] = parts;
  const [tip, maxFee] = type === 1 ? [undefined, undefined] : [rest[0], rest[1]];
  const [gasLimit, to, value, data, access] = rest.slice(type === 1 ? 1 : 2);
  return {
    type,
    chainId: bytes(chainId),
    nonce: integer(nonce),
    gasPrice: type === 1 ? bytes(rest[0]) : null,
    tip: tip === undefined ? null : bytes(tip),
    maxFee: maxFee === undefined ? null : bytes(maxFee),
    gasLimit: integer(gasLimit),
    to: bytes(to),
    value: bytes(value),
    data: bytes(data),
    access: list(access),
    authorizations: type === 4 ? list(rest[7]) : null,
    v,
    r,
    s,
  };
}

const hex = (value: Rlp | undefined): string => `0x${bytes(value).toString('hex')}`;

/** Formats numbers of signatures and chains without leading zeros. */
const shortHex = (value: Rlp | undefined): string => `0x${integer(value).toString(16)}`;

export function ethereumRows(stream: Stream): Row[] {
  return stream.items.flatMap((item) => {
    const wallet = item.body.ethereumTransaction;
    if (!wallet) return [];
    const fields = walletFields(item);
    const recovery = fields.type === 0 ? (integer(fields.v) % 2n === 1n ? 0 : 1) : Number(integer(fields.v));
    // The values are signed: 255 needs a leading zero byte, and zero is one byte.
    const value =
      (fields.value[0] ?? 0x80) & 0x80 ? Buffer.concat([Buffer.of(0), fields.value]) : fields.value;
    return {
      call_data_id: idText(num(wallet.callData?.fileNum)),
      call_data: bytesText(fields.data),
      chain_id: bytesText(fields.chainId),
      consensus_timestamp: text(item.at),
      data: bytesText(wallet.ethereumData),
      gas_limit: text(fields.gasLimit),
      gas_price: bytesText(fields.gasPrice),
      hash: bytesText(item.ethereumHash),
      max_fee_per_gas: bytesText(fields.maxFee),
      max_gas_allowance: wallet.maxGasAllowance?.toString() ?? '0',
      max_priority_fee_per_gas: bytesText(fields.tip),
      nonce: text(fields.nonce),
      payer_account_id: text(item.payer),
      recovery_id: text(recovery),
      signature_r: bytesText(fields.r),
      signature_s: bytesText(fields.s),
      signature_v: fields.type === 0 ? bytesText(fields.v) : null,
      to_address: bytesText(fields.to),
      type: text(fields.type),
      value: bytesText(value),
      authorization_list:
        fields.authorizations &&
        jsonText(
          fields.authorizations.map((one) => {
            const [chain, address, nonce, parity, r, s] = list(one);
            return {
              chain_id: shortHex(chain),
              address: hex(address),
              nonce: Number(integer(nonce)),
              y_parity: shortHex(parity),
              r: hex(r),
              s: hex(s),
            };
          }),
        ),
      access_list:
        fields.access &&
        jsonText(
          fields.access.map((one) => {
            const [address, keys] = list(one);
            return { address: hex(address), storage_keys: list(keys).map(hex) };
          }),
        ),
    };
  });
}
