import { CLPR_SERVICE } from '@tain/ledger/system-contracts';
import type { Method } from '../../src/calls/system/method.ts';
import { METHODS } from '../../src/calls/system/methods/methods.ts';
import { selectorOf } from '../../src/calls/system/selector.ts';

const SERVICES = [
  ['HTS', 'Token service (0x167, and 0x16c where it is enabled)'],
  ['HAS', 'Account service (0x16a)'],
  ['HSS', 'Schedule service (0x16b)'],
] as const;

/** Returns the text of `docs/system-contracts.md`: how each declared method of the system contracts is handled. */
export function systemContractsPage(): string {
  const count = (status: string) => METHODS.filter((method) => statusOf(method) === status).length;
  return `# System contracts

For developers of contracts and auditors. Made by \`npm run docs\` from \`src/calls/system/methods/\`: do not edit.

Of ${METHODS.length} declared methods, ${count('read')} are read-only. The other ${count('simulated')} change the ledger; a call simulates them. The contracts for
exchange rates (0x168) and random numbers (0x169) are not listed; \`test/calls/system/service.unit.test.ts\` covers them. CLPR (0x${CLPR_SERVICE.toString(16)}, HIP-1535) is not
executed, because its methods are not public.

A method is called at the service's address (direct), or through the address of a token, account or schedule (redirect). Each group of
methods has the name of the test file in \`test/calls/system/\` that covers it, without the extension. \`test/calls/demo/transactions.extended.test.ts\` repeats 21 kinds
of transactions from random demo histories as calls, and expects the statuses and rows that the network produced.

${CHOICES}${SERVICES.map(([service, title]) =>
  section(
    title,
    METHODS.filter((method) => method.service === service),
  ),
).join('')}`;
}

const CHOICES = `## Behaviour where the ledger's rules are not documented

- Every key counts as having signed. So \`transferToken\` and similar methods need no allowance; \`transferFrom\` needs one unless the
  caller is the owner.
- Bytes after the last argument are ignored. Parts of the arguments may share bytes, up to four times.
- An amount or serial of more than 63 bits in an approval or a transfer halts with PRECOMPILE_ERROR.
- An account with an EVM address is not found by its long-zero address.
- A deleted token does not exist in a call, as on the public mirror node. A trace finds it, as the ledger did.
- Grants to a deleted account still appear in \`allowance\`, \`hbarAllowance\` and \`isApprovedForAll\`.
- A token without a stored expiry or renewal period expires on 2100-01-01, and renews for 7,776,000 seconds, as on the public mirror node.
- \`approve\` and \`approveNFT\` revert if they fail, as their redirect forms do. The direct \`setApprovalForAll\` returns the code.
- Direct transfers emit logs only if they use an allowance. Airdrops and claims emit a log for each amount and NFT that moved, including
  fees; the logs of one token are ordered by amount, largest first.
- A receiver who must sign counts as having signed. So an airdrop becomes pending only if the receiver has no free association slot.
- A hollow account cannot claim, cancel, reject or take over anything, unless it is the sender of the call, which completes the account.
- Amounts in custom fees keep their bits if the declared type is narrower.
- Gas is the canonical price, as the ledger charges since HIP-1261: for associations and NFT mints, once for each token and NFT; for
  transfers, half for each amount and all for each NFT. The ledger's alternative price, 1,000,000 tinycents for each byte of a body above
  1,024, is left out where it would be higher (by at most 3 %, for a mint of ten NFTs). \`test/calls/contracts/gas.clients.test.ts\` and
  \`test/calls/system/recorded-gas.unit.test.ts\` compare the gas with a network and with mainnet.
- \`hasScheduleCapacity\` considers the time and gas of this call only, not the schedules of other clients for that second.
- Keys sign a schedule: for an account all of its public keys, for a contract the contract itself, and for \`signSchedule(address,bytes)\`
  the keys with a valid signature of the schedule's id. A schedule that needs no further signature and does not wait for its expiry is
  executed within the call: tokens are created and updated. A scheduled contract call is marked as executed, but its code does not run.
  A schedule created by a client has no effect. Only transfers, mints and burns can be determined to be ready, because the mirror does
  not have the other signatures.
- Identical schedules (IDENTICAL_SCHEDULE_ALREADY_CREATED) are found within one call only. An expired schedule does not exist.
- A scheduled token that does not exist or has the other type reverts with INVALID_SCHEDULE_ID.
`;

/** Returns the methods of a service, grouped by the test that covers them. */
function section(title: string, methods: readonly Method[]): string {
  const testOf = (method: Method): string => `\`${method.group}\`, ${statusOf(method)}`;
  const groups = [...new Set(methods.map(testOf))].map((test) => {
    const held = methods.filter((method) => testOf(method) === test);
    const lines = [...new Set(held.map(calledBy))].map((called) => {
      const names = held.filter((method) => calledBy(method) === called).map(nameOf);
      return `- ${called}: ${names.join(', ')}`;
    });
    return `
${test}:

${lines.join('\n')}
`;
  });
  return `
## ${title}
${groups.join('')}`;
}

function nameOf({ signature }: Method): string {
  return `\`0x${selectorOf(signature)}\` \`${signature}\``;
}

function calledBy({ via, only, tokenType }: Method): string {
  const called = [VIA[via], only, tokenType === undefined ? undefined : TOKEN_TYPES[tokenType]];
  return called.filter((word) => word !== undefined).join(', ');
}

const TOKEN_TYPES = { FUNGIBLE_COMMON: 'fungible tokens only', NON_FUNGIBLE_UNIQUE: 'NFTs only' } as const;
const VIA = { direct: 'direct', redirect: 'redirect', either: 'direct or redirect' } as const;

function statusOf({ kind }: Method): 'read' | 'simulated' {
  return kind === 'read' ? 'read' : 'simulated';
}
