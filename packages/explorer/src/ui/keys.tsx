import { find } from '../api.ts';
import { type KeyTree, keyTree } from '../words/keys.ts';
import { useLoaded } from './hooks.ts';
import { Code, Entity } from './parts.tsx';

/** Maximum number of accounts that are shown for one key. */
const MAX_ACCOUNTS = 3;

/** Accounts that have a public key (hex) alone. */
export function KeyAccounts({ publicKey }: { publicKey: string }) {
  const isWhole = publicKey.length === 64 || publicKey.length === 66;
  const path = `/api/v1/accounts?account.publickey=${publicKey}&balance=false&limit=${MAX_ACCOUNTS + 1}`;
  const { value } = useLoaded(isWhole ? path : '', async () =>
    isWhole ? await find<{ accounts: readonly { account: string | null }[] }>(path) : null,
  );
  const accounts = value?.accounts ?? [];
  if (accounts.length === 0) return <span class="quiet">no account has this key alone</span>;
  return (
    <>
      {accounts.slice(0, MAX_ACCOUNTS).map(({ account }, at) => (
        <span key={account}>
          {at > 0 && ', '}
          <Entity id={account} kind="account" />
        </span>
      ))}
      {accounts.length > MAX_ACCOUNTS && ' and others'}
    </>
  );
}

/** Maximum number of keys of a list whose accounts are requested. */
const MAX_KEYS = 5;

/** A key of the API in readable form. `hasAccounts`: with the accounts that have its keys, if these are few. */
export function KeyView({
  value,
  hasAccounts = false,
}: {
  value: { readonly _type: string; readonly key: string } | null | undefined;
  hasAccounts?: boolean;
}) {
  if (value === null || value === undefined) return <span class="quiet">none</span>;
  return <KeyNode node={keyTree(value._type, value.key)} hasAccounts={hasAccounts} />;
}

function KeyNode({ node, hasAccounts }: { node: KeyTree; hasAccounts: boolean }) {
  if ('kind' in node) {
    return (
      <>
        <span class="chip">{node.kind}</span>{' '}
        {node.kind.endsWith('contract') ? (
          <Entity id={node.text} />
        ) : (
          <Code text={node.text} what="the key" />
        )}
        {hasAccounts && /^Ed25519$|secp256k1$/.test(node.kind) && (
          <>
            {' '}
            <KeyAccounts publicKey={node.text} />
          </>
        )}
      </>
    );
  }
  return (
    <>
      {node.threshold} of {node.keys.length} keys
      <ul class="plain-list">
        {node.keys.map((key, at) => (
          <li key={at}>
            <KeyNode node={key} hasAccounts={hasAccounts && node.keys.length <= MAX_KEYS} />
          </li>
        ))}
      </ul>
    </>
  );
}
