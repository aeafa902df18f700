import { find } from '../api.ts';
import { hasSigned, type KeyTree, keyTree, unsignedKeys } from '../words/keys.ts';
import type { Need } from '../words/scheduled-body.ts';
import { useLoaded } from './hooks.ts';
import { KeyAccounts } from './keys.tsx';
import { Code, Entity, Table } from './parts.tsx';

/** Maximum number of needed signatures whose keys are requested. */
const MAX_NEEDS = 20;

const PATHS: Readonly<Record<Need['kind'], (id: string) => string>> = {
  account: (id) => `/api/v1/accounts/${id}?transactions=false`,
  contract: (id) => `/api/v1/contracts/${id}`,
  schedule: (id) => `/api/v1/schedules/${id}`,
  token: (id) => `/api/v1/tokens/${id}`,
  topic: (id) => `/api/v1/topics/${id}`,
};

type Answer = { readonly [key in Need['key']]?: { readonly _type: string; readonly key: string } | null } & {
  readonly receiver_sig_required?: boolean | null;
};

interface NeededKey extends Need {
  /** Null where the entity has no such key. */
  readonly tree: KeyTree | null;
}

/** Loads the keys that must sign: receivers only if they sign what they receive, topics only if they have the key. */
async function neededKeys(needs: readonly Need[]): Promise<readonly NeededKey[]> {
  const loaded = await Promise.all(
    needs.slice(0, MAX_NEEDS).map(async (need) => {
      const answer = await find<Answer>(PATHS[need.kind](encodeURIComponent(need.id)));
      const key = answer?.[need.key];
      const isNeeded = need.ifRequired
        ? answer?.receiver_sig_required === true
        : key || need.key !== 'submit_key';
      return isNeeded ? { ...need, tree: key ? keyTree(key._type, key.key) : null } : null;
    }),
  );
  return loaded.filter((need) => need !== null);
}

/** The signatures that a transaction needs, which of them it has, and the missing keys. `signed`: public keys in hex. */
export function NeededSignatures({
  needs,
  signed,
  mayNeedFurther,
}: {
  needs: readonly Need[];
  signed: readonly string[];
  mayNeedFurther: boolean;
}) {
  const { value } = useLoaded(JSON.stringify(needs), () => neededKeys(needs));
  if (value === undefined) return null;
  return (
    <>
      <Table
        label="Needed signatures"
        items={value}
        empty="No signature is needed."
        columns={[
          { head: 'Signature of', cell: ({ id, kind }) => <Entity id={id} kind={kind} /> },
          { head: 'Because it', cell: ({ because }) => because },
          { head: 'Key', cell: ({ key }) => key.replaceAll('_', ' ') },
          { head: 'State', cell: ({ tree }) => <State tree={tree} signed={signed} /> },
        ]}
      />
      {mayNeedFurther && (
        <p class="quiet">
          Keys that the transaction sets, and collectors of its fees, may have to sign, too.
        </p>
      )}
      {needs.length > MAX_NEEDS && <p class="quiet">Further {needs.length - MAX_NEEDS} are not shown.</p>}
    </>
  );
}

function State({ tree, signed }: { tree: KeyTree | null; signed: readonly string[] }) {
  if (tree === null) return <>it has no such key</>;
  if (hasSigned(tree, signed)) return <span class="chip">signed</span>;
  const count = 'kind' in tree ? null : tree.keys.filter((key) => hasSigned(key, signed)).length;
  return (
    <>
      <span class="chip">missing</span>{' '}
      {!('kind' in tree) && `${count} of ${tree.threshold} needed keys of ${tree.keys.length} signed; not:`}
      <ul class="plain-list">
        {unsignedKeys(tree, signed).map((key, at) => (
          <li key={at}>
            {'kind' in key && <Code text={key.text} what="the key" />}{' '}
            {'kind' in key && !('kind' in tree) && <KeyAccounts publicKey={key.text} />}
          </li>
        ))}
      </ul>
    </>
  );
}
