import { hexOf, utf8Text } from './format.ts';
import { type Field, fieldsOf } from './protobuf.ts';

/** Key of an entity, by its name in the REST API. */
export type KeyName =
  | 'key'
  | 'admin_key'
  | 'submit_key'
  | 'supply_key'
  | 'wipe_key'
  | 'freeze_key'
  | 'kyc_key'
  | 'pause_key'
  | 'fee_schedule_key'
  | 'metadata_key';

/** A signature that a scheduled transaction needs: that of an entity's key. */
export interface Need {
  readonly kind: 'account' | 'contract' | 'token' | 'topic' | 'schedule';
  readonly id: string;
  readonly key: KeyName;
  /** Verb phrase with the entity's part in the transaction, such as "sends". */
  readonly because: string;
  /** Whether the account must sign only if it requires signatures for what it receives. */
  readonly ifRequired?: boolean;
}

export interface HbarChange {
  readonly account: string;
  readonly amount: bigint;
  readonly is_approval: boolean;
}

/** A transaction that a schedule has not executed yet, with names as in the REST API. */
export interface ScheduledBody {
  readonly name: string;
  readonly entity_id: string | null;
  readonly memo: string;
  readonly transfers: readonly HbarChange[];
  readonly token_transfers: readonly (HbarChange & { readonly token_id: string })[];
  readonly nft_transfers: readonly {
    readonly token_id: string;
    readonly serial_number: bigint;
    readonly sender_account_id: string | null;
    readonly receiver_account_id: string | null;
    readonly is_approval: boolean;
  }[];
  /** Text of a message to a topic; null if there is none, or its bytes are no text. */
  readonly message: string | null;
  /** Signatures that it needs besides that of its payer. */
  readonly needs: readonly Need[];
  /** Whether further keys may have to sign: keys that the transaction sets, and those of nodes, files and fee collectors. */
  readonly mayNeedFurther: boolean;
}

/** Type of a scheduled transaction, and the fields of its body that name an entity whose key must sign. */
interface Kind {
  readonly name: string;
  /** Number of the field with the entity that is acted on. */
  readonly target?: number;
  readonly needs?: Pick<Need, 'kind' | 'key'>;
}

const account = { kind: 'account', key: 'key' } as const;
const token = (key: KeyName) => ({ kind: 'token', key }) as const;

/** Types by their field in `SchedulableTransactionBody` (schedulable_transaction_body.proto). */
const KINDS: Readonly<Record<number, Kind>> = {
  3: { name: 'CONTRACTCALL', target: 1 },
  4: { name: 'CONTRACTCREATEINSTANCE' },
  5: { name: 'CONTRACTUPDATEINSTANCE', target: 1, needs: { kind: 'contract', key: 'admin_key' } },
  6: { name: 'CONTRACTDELETEINSTANCE', target: 1, needs: { kind: 'contract', key: 'admin_key' } },
  7: { name: 'CRYPTOCREATEACCOUNT' },
  8: { name: 'CRYPTODELETE', target: 2, needs: account },
  9: { name: 'CRYPTOTRANSFER' },
  10: { name: 'CRYPTOUPDATEACCOUNT', target: 2, needs: account },
  11: { name: 'FILEAPPEND', target: 2 },
  12: { name: 'FILECREATE' },
  13: { name: 'FILEDELETE', target: 2 },
  14: { name: 'FILEUPDATE', target: 1 },
  15: { name: 'SYSTEMDELETE' },
  16: { name: 'SYSTEMUNDELETE' },
  17: { name: 'FREEZE' },
  18: { name: 'CONSENSUSCREATETOPIC' },
  19: { name: 'CONSENSUSUPDATETOPIC', target: 1, needs: { kind: 'topic', key: 'admin_key' } },
  20: { name: 'CONSENSUSDELETETOPIC', target: 1, needs: { kind: 'topic', key: 'admin_key' } },
  21: { name: 'CONSENSUSSUBMITMESSAGE', target: 1, needs: { kind: 'topic', key: 'submit_key' } },
  22: { name: 'TOKENCREATION' },
  23: { name: 'TOKENFREEZE', target: 1, needs: token('freeze_key') },
  24: { name: 'TOKENUNFREEZE', target: 1, needs: token('freeze_key') },
  25: { name: 'TOKENGRANTKYC', target: 1, needs: token('kyc_key') },
  26: { name: 'TOKENREVOKEKYC', target: 1, needs: token('kyc_key') },
  27: { name: 'TOKENDELETION', target: 1, needs: token('admin_key') },
  28: { name: 'TOKENUPDATE', target: 1, needs: token('admin_key') },
  29: { name: 'TOKENMINT', target: 1, needs: token('supply_key') },
  30: { name: 'TOKENBURN', target: 1, needs: token('supply_key') },
  31: { name: 'TOKENWIPE', target: 1, needs: token('wipe_key') },
  32: { name: 'TOKENASSOCIATE', target: 1, needs: account },
  33: { name: 'TOKENDISSOCIATE', target: 1, needs: account },
  34: { name: 'SCHEDULEDELETE', target: 1, needs: { kind: 'schedule', key: 'admin_key' } },
  35: { name: 'TOKENPAUSE', target: 1, needs: token('pause_key') },
  36: { name: 'TOKENUNPAUSE', target: 1, needs: token('pause_key') },
  37: { name: 'CRYPTOAPPROVEALLOWANCE' },
  38: { name: 'CRYPTODELETEALLOWANCE' },
  39: { name: 'TOKENFEESCHEDULEUPDATE', target: 1, needs: token('fee_schedule_key') },
  40: { name: 'UTILPRNG' },
  41: { name: 'TOKENUPDATENFTS', target: 1, needs: token('metadata_key') },
  42: { name: 'NODECREATE' },
  43: { name: 'NODEUPDATE' },
  44: { name: 'NODEDELETE' },
  45: { name: 'TOKENREJECT', target: 1, needs: account },
  46: { name: 'TOKENCANCELAIRDROP' },
  47: { name: 'TOKENCLAIMAIRDROP' },
  48: { name: 'TOKENAIRDROP' },
  49: { name: 'REGISTEREDNODECREATE' },
  50: { name: 'REGISTEREDNODEUPDATE' },
  51: { name: 'REGISTEREDNODEDELETE' },
};

/** Accounts in further fields whose keys must sign: a path of fields, and what the account does. */
const SIGNERS: Readonly<Record<string, readonly (readonly [path: readonly number[], because: string])[]>> = {
  CONTRACTCREATEINSTANCE: [[[15], 'pays for renewals']],
  CONTRACTUPDATEINSTANCE: [[[12], 'pays for renewals']],
  CONSENSUSCREATETOPIC: [[[7], 'pays for renewals']],
  CONSENSUSUPDATETOPIC: [[[9], 'pays for renewals']],
  TOKENCREATION: [
    [[5], 'is the treasury'],
    [[14], 'pays for renewals'],
  ],
  TOKENUPDATE: [
    [[4], 'becomes the treasury'],
    [[10], 'pays for renewals'],
  ],
  CRYPTOAPPROVEALLOWANCE: [
    [[1, 1], 'allows'],
    [[2, 2], 'allows'],
    [[3, 2], 'allows'],
  ],
  CRYPTODELETEALLOWANCE: [[[2, 2], 'allowed']],
  TOKENCANCELAIRDROP: [[[1, 1], 'sent the airdrop']],
  TOKENCLAIMAIRDROP: [[[1, 2], 'receives the airdrop']],
};

/** Field with the account that receives the balance of the deleted one. */
const HEIRS: Readonly<Record<string, number>> = { CRYPTODELETE: 1, CONTRACTDELETEINSTANCE: 2 };

/** Types whose further signatures are not decoded. */
const FURTHER_SIGNERS = /CREATE|CREATION|UPDATE|FILE|NODE/;

/** Id with which an update removes the account that pays for renewals. */
const NONE = '0.0.0';

/**
 * Decodes a serialized `SchedulableTransactionBody`; null for bytes that are none. Ids with aliases are addresses, as far as
 * these have 20 bytes.
 */
export function scheduledBody(bytes: Uint8Array): ScheduledBody | null {
  const fields = fieldsOf(bytes);
  const data = fields?.find(({ number, bytes: content }) => KINDS[number] !== undefined && content !== null);
  const kind = KINDS[data?.number ?? 0];
  const body = fieldsOf(data?.bytes ?? new Uint8Array());
  if (fields === null || kind === undefined || body === null) return null;
  const { name } = kind;
  const hbars = name === 'CRYPTOTRANSFER' ? changesOf(within(body, [1])) : [];
  const tokens = name === 'CRYPTOTRANSFER' ? all(body, 2) : name === 'TOKENAIRDROP' ? all(body, 1) : [];
  const token_transfers = tokens.flatMap((list) =>
    changesOf(list, 2).map((change) => ({ ...change, token_id: idOf(within(list, [1])) ?? '' })),
  );
  const nft_transfers = tokens.flatMap((list) =>
    all(list, 3).map((nft) => ({
      token_id: idOf(within(list, [1])) ?? '',
      serial_number: numberOf(nft, 3),
      sender_account_id: idOf(within(nft, [1])),
      receiver_account_id: idOf(within(nft, [2])),
      is_approval: numberOf(nft, 4) === 1n,
    })),
  );
  const target = kind.target === undefined ? null : idOf(within(body, [kind.target]));
  const message = name === 'CONSENSUSSUBMITMESSAGE' ? utf8Text(bytesOf(body, 2)) : null;
  const needs: Need[] = [
    ...(kind.needs && target !== null ? [{ ...kind.needs, id: target, because: 'is acted on' }] : []),
    ...(SIGNERS[name] ?? []).flatMap(([path, because]) =>
      idsAt(body, path).map((id) => (id === NONE ? null : signer(id, because))),
    ),
    ...idsAt(body, [HEIRS[name] ?? 0]).map(receiver),
    ...[...hbars, ...token_transfers].map(changeNeed),
    ...nft_transfers.flatMap((nft) => [
      ...(nft.sender_account_id === null || nft.is_approval ? [] : [signer(nft.sender_account_id, 'sends')]),
      ...(nft.receiver_account_id === null ? [] : [receiver(nft.receiver_account_id)]),
    ]),
  ].filter((need) => need !== null);
  return {
    name,
    entity_id: target,
    memo: utf8Text(bytesOf(fields, 2)) ?? '',
    transfers: hbars,
    token_transfers,
    nft_transfers,
    message,
    needs: distinct(needs),
    mayNeedFurther: FURTHER_SIGNERS.test(name),
  };
}

/** Time after which a schedule without a time of expiration expires (`ledger.schedule.txExpiryTimeSecs` of nodes). */
const DEFAULT_LIFETIME_SECONDS = 1800;

/** Times of a schedule as in the REST API. */
export interface ScheduleTimes {
  readonly consensus_timestamp: string;
  readonly executed_timestamp: string | null;
  readonly expiration_time: string | null;
  readonly deleted: boolean | null;
}

/** Whether a schedule may still be executed at a time of the network, in seconds since 1970. */
export function mayRun(schedule: ScheduleTimes, now: number): boolean {
  const { consensus_timestamp: created, expiration_time: expiration } = schedule;
  if (schedule.executed_timestamp !== null || schedule.deleted === true) return false;
  return now < (expiration === null ? Number(created) + DEFAULT_LIFETIME_SECONDS : Number(expiration));
}

const signer = (id: string, because: string): Need => ({ ...account, id, because });
const receiver = (id: string): Need => ({ ...account, id, because: 'receives', ifRequired: true });

function changeNeed({ account: id, amount, is_approval }: HbarChange): Need | null {
  if (amount > 0n) return receiver(id);
  return is_approval ? null : signer(id, 'sends');
}

/** Returns one need for each key; one that always holds replaces one that may not. */
function distinct(needs: readonly Need[]): readonly Need[] {
  const found = new Map<string, Need>();
  for (const need of needs) {
    const name = `${need.id} ${need.key}`;
    if (found.get(name)?.ifRequired !== false) found.set(name, { ifRequired: false, ...need });
  }
  return [...found.values()];
}

/** Returns the fields of all messages in a field. */
function all(message: readonly Field[], number: number): readonly (readonly Field[])[] {
  return message.flatMap((field) => {
    if (field.number !== number || field.bytes === null) return [];
    const inner = fieldsOf(field.bytes);
    return inner === null ? [] : [inner];
  });
}

/** Returns the fields of the message at a path; none if it is absent. */
function within(message: readonly Field[], path: readonly number[]): readonly Field[] {
  return path.reduce<readonly Field[]>((at, number) => all(at, number)[0] ?? [], message);
}

/** Returns the ids at a path, whose messages may repeat. */
function idsAt(message: readonly Field[], path: readonly number[]): readonly string[] {
  const found = path.reduce<readonly (readonly Field[])[]>(
    (at, number) => at.flatMap((one) => all(one, number)),
    [message],
  );
  return found.map(idOf).filter((id) => id !== null);
}

/** Returns an id with shard, realm and number in fields 1 to 3, or an address in field 4 (basic_types.proto). */
function idOf(id: readonly Field[]): string | null {
  if (id.length === 0) return null;
  const alias = bytesOf(id, 4);
  if (alias.length > 0) return alias.length === 20 ? `0x${hexOf(alias)}` : null;
  return `${numberOf(id, 1)}.${numberOf(id, 2)}.${numberOf(id, 3)}`;
}

function numberOf(message: readonly Field[], number: number): bigint {
  return message.find((field) => field.number === number)?.value ?? 0n;
}

function bytesOf(message: readonly Field[], number: number): Uint8Array {
  return message.find((field) => field.number === number)?.bytes ?? new Uint8Array();
}

/** Returns the changes of balances in a list of `AccountAmount`; the amount is in zigzag encoding. */
function changesOf(list: readonly Field[], number = 1): readonly HbarChange[] {
  return all(list, number).map((change) => {
    const amount = numberOf(change, 2);
    return {
      account: idOf(within(change, [1])) ?? '?',
      amount: (amount >> 1n) ^ -(amount & 1n),
      is_approval: numberOf(change, 3) === 1n,
    };
  });
}
