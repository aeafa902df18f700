import { selectIdByAddress } from '../../store/reads/entity-name.ts';
import { sql } from '../../store/sql.ts';
import type { RpcContext } from '../method/context.ts';
import { idOfAddress } from './addresses.ts';

/** State of an account that decides whether a transaction can be sent. */
export interface AccountState {
  readonly id: bigint;
  /** Nonce of its next Ethereum transaction. */
  readonly nonce: bigint;
  /** Balance in tinybars. */
  readonly balance: bigint;
  readonly receiverSigRequired: boolean;
}

type Reading = Pick<RpcContext, 'select' | 'settings'>;

/** Reads the newest visible state of the account with an address (lower-case hex with `0x`); undefined for an unknown one. */
export async function selectAccountState(
  { select, settings }: Reading,
  address: string,
): Promise<AccountState | undefined> {
  const id =
    idOfAddress(address, settings) ?? (await selectIdByAddress(select, Buffer.from(address.slice(2), 'hex')));
  if (id === undefined) return undefined;
  const [row] = await select(sql`
    select ethereum_nonce, balance, receiver_sig_required from entity
    where id = ${id} and deleted is not true`);
  if (row === undefined) return undefined;
  const [nonce, balance, receiverSigRequired] = row;
  return {
    id,
    nonce: BigInt(nonce ?? 0),
    balance: BigInt(balance ?? 0),
    receiverSigRequired: receiverSigRequired === 't',
  };
}
