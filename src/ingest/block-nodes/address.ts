import type { BlockNodeServices } from '../../store/reads/block-node-services.ts';

/** Address of a block node. */
export interface BlockNodeAddress {
  /** `host:port`. */
  readonly target: string;
  readonly tls: boolean;
  /** Priority; the lowest number is preferred. Default: 0. */
  readonly priority: number;
  /** Endpoint of the node's status, if it differs from `target`. */
  readonly status?: { readonly target: string; readonly tls: boolean };
}

/** Default port of a block node. */
const DEFAULT_PORT = 40_840;
/** Priority of discovered nodes: below nodes that the operator named without a priority. */
const DISCOVERED_PRIORITY = 1;

/**
 * Parses block nodes: `grpc://` or `grpcs://` (TLS), host, port (40840 if absent) and `?priority=`, separated by
 * commas. Without a scheme an address is `grpc://`. Throws `RangeError` that names the invalid one.
 */
export function parseBlockNodes(text: string): BlockNodeAddress[] {
  const addresses = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseBlockNode);
  const twice = addresses.find(
    ({ target }, i) => addresses.findIndex((each) => each.target === target) !== i,
  );
  if (twice !== undefined) throw new RangeError(`${twice.target} is named twice`);
  return addresses;
}

/**
 * Returns the nodes to follow: those that the operator named, and those registered on the ledger. A registered node
 * with an endpoint that the operator named is treated as named.
 */
export function mergeBlockNodes(
  named: readonly BlockNodeAddress[],
  registered: readonly BlockNodeServices[],
): BlockNodeAddress[] {
  const taken = new Set(named.map(({ target }) => target));
  const discovered: BlockNodeAddress[] = [];
  for (const { subscribe, status } of registered) {
    const target = `${subscribe.host}:${subscribe.port}`;
    const statusTarget = `${status.host}:${status.port}`;
    if (taken.has(target)) continue;
    taken.add(target);
    const own = { target, tls: subscribe.tls, priority: DISCOVERED_PRIORITY };
    const isSame = target === statusTarget && subscribe.tls === status.tls;
    discovered.push(isSame ? own : { ...own, status: { target: statusTarget, tls: status.tls } });
  }
  return [...named, ...discovered];
}

function parseBlockNode(text: string): BlockNodeAddress {
  const wrong = new RangeError(
    `${text} is not an address such as grpcs://block-node.example:40840?priority=1 of a block node`,
  );
  const full = text.includes('://') ? text : `grpc://${text}`;
  if (!URL.canParse(full)) throw wrong;
  const { protocol, hostname, port, username, password, pathname, search, hash, searchParams } = new URL(
    full,
  );
  const isScheme = protocol === 'grpc:' || protocol === 'grpcs:';
  const isBare = username === '' && password === '' && (pathname === '' || pathname === '/') && hash === '';
  if (!isScheme || !isBare || hostname === '') throw wrong;
  const priority = searchParams.get('priority') ?? '0';
  const isSearch = search === '' || (searchParams.size === 1 && searchParams.has('priority'));
  if (!isSearch || !/^\d{1,4}$/.test(priority)) throw wrong;
  return {
    target: `${hostname}:${port === '' ? DEFAULT_PORT : port}`,
    tls: protocol === 'grpcs:',
    priority: Number(priority),
  };
}
