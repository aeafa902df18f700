import type { Sql } from '../../store/sql.ts';
import type { EntityReference } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import type { ParameterTable } from '../query/parameter.ts';
import { referencedId, selectEntityId } from '../route/entity-reference.ts';
import { type ListDeclaration, listRoute } from '../route/list-route.ts';
import type { Page } from '../route/page.ts';
import type { ApiContext, ApiRequest, Route } from '../route/route.ts';
import { ACCOUNT_PATH, checkExists } from './get-account.ts';

type AccountRequest<Table extends ParameterTable> = ApiRequest<Table, typeof ACCOUNT_PATH>;

/** A list of things that belong to the account in the path. */
export interface AccountListDeclaration<Table extends ParameterTable>
  extends Omit<
    ListDeclaration<Table, typeof ACCOUNT_PATH>,
    'dialect' | 'tag' | 'pathParameters' | 'page' | 'resolve' | 'whenEmpty'
  > {
  /** Whether an account unknown by its number is 404; otherwise its list is empty. */
  readonly mustExist: boolean;
  /** Rules that span several values. Throws `Problem` (400). */
  readonly check: (request: AccountRequest<Table>) => void;
  /** Returns the page; `owner` is SQL of the account's packed id. */
  readonly page: (request: AccountRequest<Table>, owner: Sql) => Page;
}

/**
 * Makes the route of such a list. An unknown account is reported before any other error of the request, but without
 * an extra query for a good request: the account's lookup is part of the page's own statement. Only a bad request or
 * an empty page queries whether the account exists.
 */
export function accountList<Table extends ParameterTable>(declaration: AccountListDeclaration<Table>): Route {
  const { mustExist, check, page, ...rest } = declaration;
  const resolve = async (reference: EntityReference, context: ApiContext): Promise<void> => {
    if (mustExist) await checkExists(context, reference);
    else await selectEntityId(context, reference, LEDGER);
  };
  return listRoute<Table, typeof ACCOUNT_PATH>({
    ...rest,
    dialect: LEDGER,
    tag: 'accounts',
    pathParameters: ACCOUNT_PATH,
    resolve: ({ idOrAliasOrEvmAddress }, context) => resolve(idOrAliasOrEvmAddress, context),
    whenEmpty: ({ pathValues }, context) => resolve(pathValues.idOrAliasOrEvmAddress, context),
    async page(request, context) {
      const { idOrAliasOrEvmAddress } = request.pathValues;
      try {
        check(request);
      } catch (error) {
        await resolve(idOrAliasOrEvmAddress, context);
        throw error;
      }
      return { ...page(request, referencedId(idOrAliasOrEvmAddress, LEDGER)), isLookup: true };
    },
  });
}
