import { EXTRA_NAMES, type Extra } from '@tain/ledger/simple-fee-schedule';
import { proto } from '@tain/protos/hapi';
import { Writer } from '@tain/protos/wire';

/** Encodes simple fee schedules for tests, as a network does, from a short description. */

const Fn = proto.HederaFunctionality;

export interface TestPrice {
  readonly base: number;
  /** Included units of each extra. */
  readonly included?: Partial<Record<Extra, number>>;
  readonly exempt?: boolean;
  readonly highVolume?: { readonly max: number; readonly curve?: readonly (readonly [number, number])[] };
}

export interface TestSchedule {
  readonly node: TestPrice;
  readonly multiplier: number;
  readonly prices: Partial<Record<Extra, number>>;
  readonly services: Partial<Record<keyof typeof Fn, TestPrice>>;
}

/** Genesis fee schedule in tinycents, limited to the entries that the tests use. */
export const GENESIS: TestSchedule = {
  node: { base: 100_000, included: { PROCESSING_BYTES: 1350, SIGNATURES: 1 } },
  multiplier: 9,
  prices: {
    SIGNATURES: 100_000,
    KEYS: 100_000_000,
    ACCOUNTS: 1_000_000,
    TOKEN_TYPES: 1_000_000,
    GAS: 852,
    ALLOWANCES: 500_000_000,
    HOOK_UPDATES: 10_000_000_000,
    TOKEN_TRANSFER_BASE: 9_000_000,
    TOKEN_TRANSFER_BASE_CUSTOM_FEES: 19_000_000,
    HOOK_EXECUTION: 50_000_000,
    TOKEN_CREATE_WITH_CUSTOM_FEE: 10_000_000_000,
    TOKEN_MINT_NFT: 200_000_000,
    TOKEN_MINT_NFT_BASE: 190_000_000,
    CONSENSUS_CREATE_TOPIC_WITH_CUSTOM_FEE: 19_900_000_000,
    CONSENSUS_SUBMIT_MESSAGE_WITH_CUSTOM_FEE: 498_300_000,
    CONSENSUS_SUBMIT_MESSAGE_WITH_CUSTOM_FEE_BYTES: 1_000_000,
    CONSENSUS_SUBMIT_MESSAGE_WITHOUT_CUSTOM_FEE_BYTES: 6_800,
    SCHEDULE_CREATE_CONTRACT_CALL_BASE: 900_000_000,
    TOKEN_ASSOCIATE: 500_000_000,
    NFT_UPDATE: 10_000_000,
    STATE_BYTES: 1_000_000,
    PROCESSING_BYTES: 10_000,
  },
  services: {
    CryptoCreate: { base: 499_000_000, included: { KEYS: 1 } },
    CryptoUpdate: { base: 1_200_000, included: { KEYS: 1 } },
    CryptoTransfer: { base: 0, included: { ACCOUNTS: 2, TOKEN_TYPES: 1 } },
    CryptoApproveAllowance: { base: 499_000_000, included: { ALLOWANCES: 1 } },
    ConsensusCreateTopic: {
      base: 99_000_000,
      highVolume: {
        max: 200_000,
        curve: [
          [2, 4000],
          [3, 8000],
          [10_000, 200_000],
        ],
      },
    },
    ConsensusUpdateTopic: { base: 1_200_000, included: { KEYS: 1 } },
    ConsensusDeleteTopic: { base: 49_000_000 },
    ConsensusSubmitMessage: {
      base: 700_000,
      included: {
        CONSENSUS_SUBMIT_MESSAGE_WITHOUT_CUSTOM_FEE_BYTES: 100,
        CONSENSUS_SUBMIT_MESSAGE_WITH_CUSTOM_FEE_BYTES: 1024,
      },
    },
    FileCreate: { base: 499_000_000, included: { KEYS: 1, STATE_BYTES: 1000 }, highVolume: { max: 3000 } },
    FileUpdate: { base: 499_000_000, included: { KEYS: 1, STATE_BYTES: 1000 } },
    TokenCreate: { base: 9_999_000_000, included: { KEYS: 1 } },
    TokenMint: { base: 9_000_000, included: { TOKEN_MINT_NFT: 1 } },
    TokenAssociateToAccount: { base: 499_000_000, included: { TOKEN_ASSOCIATE: 1 } },
    TokenAirdrop: { base: 0, highVolume: { max: 2000 } },
    TokenUpdateNfts: { base: 9_000_000, included: { NFT_UPDATE: 1 } },
    ScheduleCreate: { base: 99_000_000, included: { KEYS: 1 } },
    UtilPrng: { base: 9_000_000 },
    ContractCall: { base: 0, exempt: true },
    ContractUpdate: { base: 259_000_000, included: { KEYS: 1 } },
    EthereumTransaction: { base: 0 },
    SystemDelete: { base: 0 },
    Freeze: { base: 5 },
  },
};

/** Writes a nested message: its field number and the function that writes it. */
function nested(writer: Writer, field: number, write: (inner: Writer) => void): void {
  writer.uint32((field << 3) | 2).fork();
  write(writer);
  writer.ldelim();
}

function number(writer: Writer, field: number, value: number): void {
  writer.uint32(field << 3).int64(value);
}

function included(writer: Writer, field: number, units: TestPrice['included']): void {
  for (const [name, count] of Object.entries(units ?? {})) {
    nested(writer, field, (extra) => {
      number(extra, 1, EXTRA_NAMES.indexOf(name as Extra));
      number(extra, 2, count);
    });
  }
}

function service(
  writer: Writer,
  name: keyof typeof Fn,
  { base, exempt, highVolume, ...price }: TestPrice,
): void {
  number(writer, 1, Fn[name]);
  number(writer, 2, base);
  included(writer, 3, price.included);
  if (highVolume !== undefined) {
    nested(writer, 5, (rates) => {
      number(rates, 2, highVolume.max);
      if (highVolume.curve === undefined) return;
      nested(rates, 3, (curve) =>
        nested(curve, 1, (line) => {
          for (const [utilization, multiplier] of highVolume.curve ?? []) {
            nested(line, 1, (point) => {
              number(point, 1, utilization);
              number(point, 2, multiplier);
            });
          }
        }),
      );
    });
  }
  if (exempt) writer.uint32(6 << 3).bool(true);
}

/** Returns the bytes of file 0.0.113. */
export function feeScheduleBytes({ node, multiplier, prices, services }: TestSchedule): Buffer {
  const writer = Writer.create();
  nested(writer, 1, (inner) => {
    number(inner, 1, node.base);
    included(inner, 2, node.included);
  });
  nested(writer, 2, (inner) => number(inner, 1, multiplier));
  for (const [name, fee] of Object.entries(prices)) {
    nested(writer, 4, (extra) => {
      number(extra, 1, EXTRA_NAMES.indexOf(name as Extra));
      number(extra, 2, fee);
    });
  }
  nested(writer, 5, (group) => {
    group.uint32((1 << 3) | 2).string('all of them');
    for (const [name, price] of Object.entries(services)) {
      nested(group, 2, (entry) => service(entry, name as keyof typeof Fn, price));
    }
  });
  return Buffer.from(writer.finish());
}

type Body = proto.ITransactionBody;

/** Returns a transaction with a body and a number of signatures. */
export function transactionBytes(body: Body, signatures = 1): Buffer {
  const sigPair = Array.from({ length: signatures }, (_, i) => ({
    pubKeyPrefix: Uint8Array.of(i),
    ed25519: new Uint8Array(64),
  }));
  const signed = proto.SignedTransaction.encode({
    bodyBytes: proto.TransactionBody.encode(body).finish(),
    sigMap: { sigPair },
  }).finish();
  return Buffer.from(proto.Transaction.encode({ signedTransactionBytes: signed }).finish());
}
