import { createHmac } from 'node:crypto';
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';

/** How long a hook may take to answer, in milliseconds. */
const TIMEOUT = 10_000;

/** Addresses inside the operator's own network, which subscribers must not reach through us. */
const PRIVATE_V4 = new net.BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE_V4.addSubnet(address, prefix, 'ipv4');
}
// A list of its own: one list takes IPv4 addresses for IPv6 ones that begin with zeros.
const PRIVATE_V6 = new net.BlockList();
for (const [address, prefix] of [
  // Outside the global unicast addresses, 2000::/3: loopback, private, link-local, multicast, NAT64.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  // Inside them: protocol assignments and Teredo, documentation, 6to4, which carries any IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  PRIVATE_V6.addSubnet(address, prefix, 'ipv6');
}

/** Whether an IP address belongs to a private, local or otherwise special network. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPrivateAddress(mapped);
  return net.isIPv6(address) ? PRIVATE_V6.check(address, 'ipv6') : PRIVATE_V4.check(address, 'ipv4');
}

/**
 * The signature of a hook's body, for its header: `t=<seconds>,v1=<hex>`, where the hex is
 * HMAC-SHA-256 of `<seconds>.<body>` under the subscriber's secret.
 */
export function signatureOf(secret: string, body: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

export interface Hook {
  readonly url: string;
  readonly secret: string;
  /** JSON text. */
  readonly body: string;
  readonly event: string;
  /** The same for every attempt, so that a receiver recognizes a repetition. */
  readonly deliveryId: string;
  /** Seconds since 1970. */
  readonly seconds: number;
  readonly allowPrivate: boolean;
}

/**
 * Posts a hook once. Resolves when the answer is 2xx; throws for anything else, also for a redirect (which
 * could lead inside) and for a name that resolves to a private address.
 */
export function postHook(hook: Hook, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const url = new URL(hook.url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!hook.allowPrivate && net.isIP(host) !== 0 && isPrivateAddress(host)) {
      reject(new Error('The address is private'));
      return;
    }
    const body = Buffer.from(hook.body);
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: 'POST',
        agent: false,
        timeout: TIMEOUT,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
        ...(hook.allowPrivate ? {} : { lookup: publicLookup }),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': body.length,
          'user-agent': 'Tain-Status/1',
          'x-tain-event': hook.event,
          'x-tain-delivery': hook.deliveryId,
          'x-tain-signature': signatureOf(hook.secret, hook.body, hook.seconds),
        },
      },
      (response) => {
        const code = response.statusCode ?? 0;
        // The rest of the answer is useless and could be endless: do not read it.
        response.destroy();
        if (code >= 200 && code < 300) resolve();
        else reject(new Error(`The hook answered ${code}`));
      },
    );
    request.on('error', reject);
    // Without an error where the receiver would rather speak another protocol (101).
    request.on('close', () => reject(new Error('The hook ended the connection without an answer')));
    request.on('timeout', () => request.destroy(new Error('The hook did not answer in time')));
    request.end(body);
  });
}

/** Resolves a name and refuses it if any of its addresses is private: checked where the connection is made. */
const publicLookup: net.LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      callback(error, '', 4);
      return;
    }
    const found = addresses.find((entry) => isPrivateAddress(entry.address));
    const first = addresses[0];
    if (found !== undefined || first === undefined) callback(new Error('The address is private'), '', 4);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
