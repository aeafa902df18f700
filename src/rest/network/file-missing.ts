import { printEntityId } from '@tain/ledger/entity-id';
import { idInNetwork, type Network } from '@tain/ledger/network';
import type { SystemFile } from '../../store/reads/system-file.ts';
import { NETWORK } from '../query/dialects/network.ts';
import type { Problem } from '../query/problem.ts';

/** 404 for a system file without a readable version. */
export function fileMissing({ num }: SystemFile<unknown>, network: Network): Problem {
  return NETWORK.notFound(`File ${printEntityId(idInNetwork(network, num))} not found`);
}
