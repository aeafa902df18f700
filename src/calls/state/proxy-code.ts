import type { Address } from '@tain/evm/execution';

/**
 * Bytes before the address in the code that redirects calls of a token, schedule or account (HIP-719, HIP-906), and
 * bytes after it.
 */
const HEAD = '6080604052348015600f57600080fd5b50600061';
const TAIL =
  '600052366000602037600080366018016008845af43d806000803e8160008114605857816000f35b816000fdfea26469706673582212' +
  '20d8378feed472ba49a0005514ef7087017f707b45fb9bf56bb81bb93ff19a238b64736f6c634300080b0033';

/** System contract, and selector of its `redirectFor…(address,bytes)`. */
const TOKEN = { contract: '0167', selector: '618dc65e' };
const ACCOUNT = { contract: '016a', selector: 'e4cbd3a7' };
const SCHEDULE = { contract: '016b', selector: '5c3889ca' };

/**
 * Selectors of `hbarAllowance(address)`, `hbarApprove(address,int256)` and `setUnlimitedAutomaticAssociations(bool)`.
 */
const ACCOUNT_SELECTORS = new Set(['bbee989e', '86aff07c', 'f5677e99']);

const made = new Map<string, Uint8Array>();
const MADE_LIMIT = 1000;

export function tokenProxyCode(token: Address): Uint8Array {
  return proxyCode(TOKEN, token);
}

export function accountProxyCode(account: Address): Uint8Array {
  return proxyCode(ACCOUNT, account);
}

export function scheduleProxyCode(schedule: Address): Uint8Array {
  return proxyCode(SCHEDULE, schedule);
}

/** Returns whether an account handles a call with this input by its proxy. */
export function isAccountCall(input: Uint8Array): boolean {
  return ACCOUNT_SELECTORS.has(Buffer.from(input.subarray(0, 4)).toString('hex'));
}

/** Returns the same array for the same address, so that the analysis of the code is reused. */
function proxyCode({ contract, selector }: typeof TOKEN, address: Address): Uint8Array {
  const key = contract + address;
  let code = made.get(key);
  if (code === undefined) {
    code = new Uint8Array(Buffer.from(`${HEAD}${contract}905077${selector}${address}${TAIL}`, 'hex'));
    if (made.size >= MADE_LIMIT) made.clear();
    made.set(key, code);
  }
  return code;
}
