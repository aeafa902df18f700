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

Made by \`npm run docs\` from \`src/evm/system/methods/\`. Do not edit.

Of ${METHODS.length} declared methods, ${count('read')} only read, and ${count('simulated')} change the ledger and are simulated within a call. Exchange
rates (0x168) and random numbers (0x169) have no table (\`test/evm/system/service.test.ts\`).

A method is called at the service's address (direct), or through the address of a token, account or schedule
(redirect). Its test is in \`test/evm/system/\`. \`test/evm/demo/transactions.test.ts\` makes the transactions of random demo
histories once more as calls, of 21 kinds: transfers, airdrops and what becomes of them, rejections, associations, supply, freezes,
KYC, pauses, updates, fees, metadata, deletions. Statuses and rows are those that the network had.

${CHOICES}${SERVICES.map(([service, title]) =>
  section(
    title,
    METHODS.filter((method) => method.service === service),
  ),
).join('')}`;
}

const CHOICES = `## Choices where the ledger's rules are not written down

- Every key counts as signed: a transfer by \`transferToken\` and the like needs no allowance. \`transferFrom\` needs
  one unless the caller is the owner.
- Bytes behind the last argument are ignored. Parts of the arguments may share bytes, up to four times over.
- An amount or serial of more than 63 bits in an approval or a transfer halts with PRECOMPILE_ERROR.
- An account with an EVM address is not found by its long-zero address.
- A token that is deleted is not there, as on the public mirror node; a trace finds it, as the ledger did.
- What was granted to an account that is deleted since still stands: \`allowance\`, \`hbarAllowance\` and
  \`isApprovedForAll\` answer it.
- A token of which neither an expiry nor a renewal period is stored expires on 2100-01-01, and renews itself for 7,776,000
  seconds, as on the public mirror node.
- \`approve\` and \`approveNFT\` revert where they fail, as their forms through a token do; the direct
  \`setApprovalForAll\` answers the code. Of the direct transfers only those by allowance leave logs; airdrops and claims
  leave those of what moved, fees included: of each token the largest amounts first.
- A receiver who must sign what it gets counts as having signed: an airdrop waits only where there is no room for it.
- A hollow account claims, cancels, rejects and takes over nothing, unless it is the sender of the whole call: that
  completes it.
- Amounts in custom fees keep their bits where the declared type is narrower.
- Gas is the canonical price; associations and NFT mints pay it for each token and NFT, transfers half of it for each
  amount and all of it for each NFT: what the ledger charges since HIP-1261. Before, associating two tokens at once was 7 %
  cheaper. Where a transaction's body is above 1,024 bytes, the ledger takes 1,000,000 tinycents for each further byte if that comes to
  more; this is left out here, as it adds 3 % at most to what may be that large, a mint of ten NFTs.
  \`test/evm/contracts/gas.clients.test.ts\` holds 99 figures of a network against this, and
  \`test/evm/system/recorded-gas.test.ts\` those of transactions on mainnet.
- \`hasScheduleCapacity\` looks at the time and the gas of the one call: what others have scheduled for that second is not counted,
  as throttles have room in a simulation.
- A schedule is signed by keys: an account that calls signs by all public keys of its own, a contract as itself, and
  \`signSchedule(address,bytes)\` for the keys whose signatures of its id are good. A schedule that needs no further one and does
  not wait for its expiry is executed within the call: tokens are created and updated. A scheduled call of a contract is marked
  as executed, but its code does not run within the call, nor does what clients scheduled take effect there. Of the latter
  only transfers, mints and burns are known to be ready; the signatures that anything else needs are not known here.
- A schedule is found to be the same as another (IDENTICAL_SCHEDULE_ALREADY_CREATED) within one call only. One that has
  expired is not there.
- A scheduled token that is not there or of the other type reverts with INVALID_SCHEDULE_ID.
`;

function section(title: string, methods: readonly Method[]): string {
  const rows = methods.map((method) => {
    const { signature, via, only, tokenType, group } = method;
    const which = [only, tokenType === undefined ? '' : TOKEN_TYPES[tokenType]].filter(Boolean).join(', ');
    return `| \`0x${selectorOf(signature)}\` | \`${signature}\` | ${VIA[via]} | ${which} | ${statusOf(method)} | \`${group}.test.ts\` |`;
  });
  return `
## ${title}

| selector | signature | called | only | status | test |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

const TOKEN_TYPES = { FUNGIBLE_COMMON: 'fungible', NON_FUNGIBLE_UNIQUE: 'NFT' } as const;
const VIA = { direct: 'direct', redirect: 'redirect', either: 'direct, redirect' } as const;

function statusOf({ kind }: Method): 'read' | 'simulated' {
  return kind === 'read' ? 'read' : 'simulated';
}
