import type { Method } from '../../evm/system/method.ts';
import { METHODS } from '../../evm/system/methods/methods.ts';
import { selectorOf } from '../../evm/system/selector.ts';

const SERVICES = [
  ['HTS', 'Token service (0x167, and 0x16c where it is enabled)'],
  ['HAS', 'Account service (0x16a)'],
  ['HSS', 'Schedule service (0x16b)'],
] as const;

/** docs/system-contracts.md: what becomes of each declared method of the system contracts. */
export function systemContractsPage(): string {
  const count = (status: string) => METHODS.filter((method) => statusOf(method) === status).length;
  return `# System contracts

For developers of contracts and auditors. Made by \`npm run docs\` from \`src/evm/system/methods/\`: do not edit.

Of ${METHODS.length} declared methods, ${count('read')} only read, and ${count('simulated')} change the ledger and are simulated within a call. Exchange
rates (0x168) and random numbers (0x169) have no list (\`test/evm/system/service.test.ts\`).

A method is called at the service's address (direct), or through the address of a token, account or schedule (redirect). A line
with a name of a file is over the methods that this test in \`test/evm/system/\` holds. \`test/evm/demo/transactions.test.ts\` makes
21 kinds of transactions of random demo histories once more as calls: statuses and rows are those that the network had.

${CHOICES}${SERVICES.map(([service, title]) =>
  section(
    title,
    METHODS.filter((method) => method.service === service),
  ),
).join('')}`;
}

const CHOICES = `## Choices where the ledger's rules are not written down

- Every key counts as signed: \`transferToken\` and the like need no allowance, \`transferFrom\` needs one unless the caller is
  the owner.
- Bytes behind the last argument are ignored. Parts of the arguments may share bytes, up to four times over.
- An amount or serial of more than 63 bits in an approval or a transfer halts with PRECOMPILE_ERROR.
- An account with an EVM address is not found by its long-zero address.
- A token that is deleted is not there, as on the public mirror node; a trace finds it, as the ledger did.
- What was granted to a deleted account still stands in \`allowance\`, \`hbarAllowance\` and \`isApprovedForAll\`.
- A token without a stored expiry or renewal period expires on 2100-01-01, and renews itself for 7,776,000 seconds, as on the
  public mirror node.
- \`approve\` and \`approveNFT\` revert where they fail, as their forms through a token do; the direct
  \`setApprovalForAll\` answers the code. Of the direct transfers only those by allowance leave logs; airdrops and claims
  leave those of what moved, fees included: of each token the largest amounts first.
- A receiver who must sign what it gets counts as having signed: an airdrop waits only where there is no room for it.
- A hollow account claims, cancels, rejects and takes over nothing, unless it sends the whole call, which completes it.
- Amounts in custom fees keep their bits where the declared type is narrower.
- Gas is the canonical price, for associations and NFT mints once for each token and NFT, for transfers half for each amount and
  all for each NFT, as the ledger charges since HIP-1261 (before, associating two tokens at once was 7 % cheaper). Left out: the
  1,000,000 tinycents that the ledger takes for each byte of a body above 1,024 if that comes to more (3 % at most, for a mint of
  ten NFTs). \`test/evm/contracts/gas.clients.test.ts\` holds 99 figures of a network against this, and
  \`test/evm/system/recorded-gas.test.ts\` those of transactions on mainnet.
- \`hasScheduleCapacity\` looks at the time and the gas of the one call, not at what others scheduled for that second.
- A schedule is signed by keys: a calling account signs by all public keys of its own, a contract as itself, and
  \`signSchedule(address,bytes)\` for the keys whose signatures of its id are good. One that needs no further signature and does not
  wait for its expiry is executed within the call: tokens are created and updated. But the code of a scheduled contract call does
  not run, though it is marked as executed, and what clients scheduled has no effect; of that only transfers, mints and burns are
  known to be ready, since the signatures that anything else needs are not known here.
- A schedule is found to be identical (IDENTICAL_SCHEDULE_ALREADY_CREATED) within one call only. One that has expired is not there.
- A scheduled token that is not there or of the other type reverts with INVALID_SCHEDULE_ID.
`;

/** The methods of a service, those that one test holds together. */
function section(title: string, methods: readonly Method[]): string {
  const testOf = (method: Method): string => `\`${method.group}.test.ts\`, ${statusOf(method)}`;
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
