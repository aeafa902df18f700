import { SOFTWARE_VERSION } from '../../ledger/software-version.ts';
import { Status } from '../../ledger/status.ts';
import { USUAL } from './prices.ts';
import { queryKind } from './query.ts';

export const versionInfo = queryKind('networkGetVersionInfo', 'networkGetVersionInfo', {
  price: USUAL,
  check: () => Status.OK,
  answer: () => ({
    fields: { hapiProtoVersion: SOFTWARE_VERSION, hederaServicesVersion: SOFTWARE_VERSION },
  }),
});
