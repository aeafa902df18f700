import { printEntityId } from '@tain/ledger/entity-id';
import { idInNetwork, type Network } from '@tain/ledger/network';
import { NETWORK } from '../../query/dialects/network.ts';
import type { Problem } from '../../query/problem.ts';
import type { SystemFile } from '../../reads/system-file.ts';

/** 404 for a system file without a readable version. */
export function fileMissing({ num }: SystemFile<unknown>, network: Network): Problem {
  return NETWORK.notFound(`File ${printEntityId(idInNetwork(network, num))} not found`);
}
