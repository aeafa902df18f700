import { KINDS } from '../../../packages/network-simulator/src/transactions/kinds.ts';

/**
 * Weights with which all types of transaction occur about equally often. Deletions of nodes are rarer, so that some
 * nodes remain.
 */
export const EVERYTHING = {
  ...Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 20)])),
  CRYPTOTRANSFER: 60,
  NODEDELETE: 0.7,
  REGISTEREDNODEDELETE: 0.7,
  TOKENREVOKEKYC: 40,
  CRYPTOUPDATEACCOUNT: 50,
  CRYPTODELETEALLOWANCE: 40,
  FILEUPDATE: 40,
};
