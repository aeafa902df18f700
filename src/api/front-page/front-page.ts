import { printTimestamp } from '../../kernel/timestamp.ts';
import type { ReadyAnswer } from '../answer/ready-answer.ts';
import { pageAnswer } from '../pages/frame.ts';
import { escapeHtml, grouped, Html, html } from '../pages/html.ts';
import { PROOF_PATH } from '../pages/proof-page.ts';
import { LIVE_SCRIPT, latestHtml } from './latest.ts';
import type { Latest } from './select-latest.ts';
import type { Proof, ShownSignature } from './select-proof.ts';
import type { Total, Totals } from './select-totals.ts';

export interface FrontPageFacts {
  readonly chainId: bigint;
  /** `demo`, `mainnet`, `testnet`, `previewnet`, `other`; undefined: the chain id says it. */
  readonly network?: string | undefined;
  /** Null when the database does not answer. */
  readonly proof: Proof | null;
  /** Where the database begins in the middle of the network's history. */
  readonly begin?: Begin | undefined;
  /** The newest blocks and transactions; none without a database that answers. */
  readonly latest?: Latest | undefined;
  readonly totals?: Totals | undefined;
  /** Transactions a second; null where it is not known. */
  readonly rate?: number | null | undefined;
  /** Whether there are event streams, which keep them up to date. */
  readonly isLive?: boolean;
  /** Whether the server makes proofs. */
  readonly hasProofs?: boolean;
  /** Where the status page is, if this process knows. */
  readonly statusUrl: string | null;
}

/** The first block of a database that begins in the middle of the network's history. */
export interface Begin {
  readonly number: bigint;
  /** Consensus time of its first transaction, in nanoseconds. */
  readonly at: bigint;
}

const OTHER = [
  'A network of its own',
  'Neither one of the public Hedera networks nor the demo network.',
] as const;

/** Each network's name, and what it is. */
const NETWORKS: ReadonlyMap<string, readonly [name: string, words: string]> = new Map([
  ['mainnet', ['Hedera mainnet', 'The main network: what is here is worth something.']],
  ['testnet', ['Hedera testnet', 'The public network for tests: its hbars are free and worth nothing.']],
  [
    'previewnet',
    ['Hedera previewnet', 'The public network for what comes next: its hbars are free and worth nothing.'],
  ],
  [
    'demo',
    [
      'Demo network',
      'Simulated on this machine, with transactions of every type: nothing here is real, and its keys are public.',
    ],
  ],
]);
const BY_CHAIN: Readonly<Record<string, string>> = {
  '295': 'mainnet',
  '296': 'testnet',
  '297': 'previewnet',
};

/** The page at `/`. */
export function frontPage(facts: FrontPageFacts): ReadyAnswer {
  const {
    chainId,
    network = BY_CHAIN[String(chainId)] ?? 'other',
    proof,
    begin,
    latest,
    totals,
    rate,
    isLive,
    statusUrl,
  } = facts;
  const [name, words] = NETWORKS.get(network) ?? OTHER;
  const status =
    statusUrl === null
      ? null
      : html`<li><a href="${statusUrl}">Status</a>: how the network and this service do.</li>`;
  const body = html`<main id="main" tabindex="-1" class="wide-page">
<h1>${name}</h1>
<p class="lead">${words} Chain id ${chainId} (<code>0x${chainId.toString(16)}</code>).</p>
${proof === null ? html`<p role="alert">The database does not answer.</p>` : null}
${proof !== null && proof.block === null && html`<p>There is no block yet: this page shows the first ones as soon as they come.</p>`}
${begin === undefined ? null : html`<p>This mirror begins with block ${begin.number}, at ${new Html(timeHtml(printTimestamp(begin.at)))}: of what is older it knows only what later blocks tell.</p>`}
${totals === undefined ? null : totalsHtml(totals, rate ?? null, proof)}
${latest === undefined ? null : html`<section aria-labelledby="newest"><h2 id="newest">Newest</h2>\n${latestHtml(latest)}</section>\n`}
<div class="two">
<section aria-labelledby="proof"><h2 id="proof">How it is proven</h2>
${new Html(proofHtml(proof))}</section>
<section aria-labelledby="ask"><h2 id="ask">Ask</h2>
<p>This is a mirror node: it reads the signed streams of the network, verifies them, keeps everything that happened in a database, and answers questions about it.</p>
<ul>
<li><a href="/api/v1/docs/">Documentation</a> of every operation, to try here, and its <a href="/api/v1/docs/openapi.yml">OpenAPI description</a> (also <a href="/api/v1/openapi.json">as JSON</a>).</li>
<li>To begin with: <a href="/api/v1/transactions?limit=5">the latest transactions</a>, <a href="/api/v1/accounts?limit=5">accounts</a>, <a href="/api/v1/tokens?limit=5">tokens</a>, <a href="/api/v1/network/nodes">nodes of the network</a>.</li>
${facts.hasProofs === true && html`<li><a href="${PROOF_PATH}">Verify a transaction</a> in your browser: the proof comes from here, the trust need not.</li>\n`}${status}
<li><a href="/metrics">Metrics</a> for Prometheus, and whether the service <a href="/health/readiness">is ready</a>.</li>
</ul></section>
</div></main>`;
  return pageAnswer({
    title: `${name} · Tain mirror node`,
    body,
    script: latest !== undefined && isLive ? LIVE_SCRIPT : undefined,
    status: proof === null ? 503 : 200,
    statusUrl,
    byAccept: true,
  });
}

function totalsHtml(totals: Totals, rate: number | null, proof: Proof | null): Html {
  const { blocks, transactions, accounts, tokens, contracts, topics } = totals;
  const number = proof?.block?.number ?? null;
  const tile = (name: string, value: string | Html, id?: string) =>
    html`<div><dt>${name}</dt><dd${id === undefined ? null : html` id="${id}"`}>${value}</dd></div>\n`;
  return html`<dl class="tiles">
${number !== null && tile('Last block', html`<a href="/block/${number}">${grouped(number)}</a>`, 'last-block')}${rate !== null && tile('Per second', rateText(rate), 'rate')}${tile('Transactions', totalText(transactions), transactions.kind === 'exact' ? 'transactions' : undefined)}${tile('Blocks', grouped(blocks))}${tile('Accounts', totalText(accounts))}${tile('Tokens', totalText(tokens))}${tile('Contracts', totalText(contracts))}${tile('Topics', totalText(topics))}</dl>`;
}

function rateText(rate: number): string {
  return rate >= 100 ? grouped(Math.round(rate)) : rate.toFixed(1);
}

function totalText({ count, kind }: Total): string {
  if (kind === 'exact') return grouped(count);
  if (kind === 'at least') return `${grouped(count)}+`;
  const [unit, word] = count >= 1e9 ? [1e9, 'billion'] : count >= 1e6 ? [1e6, 'million'] : [1e3, 'thousand'];
  return `about ${(count / unit).toPrecision(3)} ${word}`;
}

function blockHtml(block: NonNullable<Proof['block']>): string {
  return `<dl>
<dt>Last block</dt><dd><a href="/block/${escapeHtml(block.number)}">${escapeHtml(block.number)}</a></dd>
<dt>Time</dt><dd>${timeHtml(block.consensusEnd)}</dd>
<dt>Hash</dt><dd><code class="hash">0x${escapeHtml(block.hash)}</code></dd>
<dt>Before it</dt><dd><code class="hash">0x${escapeHtml(block.previousHash)}</code></dd>
<dt>Transactions</dt><dd>${escapeHtml(block.transactions)}</dd>
${block.version === null ? '' : `<dt>Version</dt><dd>${escapeHtml(block.version)}</dd>`}
</dl>`;
}

/** Consensus time for people and machines; beyond what dates can be, as it is written. */
function timeHtml(seconds: string): string {
  const date = new Date(Number(seconds) * 1000);
  const written = `<code>${escapeHtml(seconds)}</code>`;
  if (Number.isNaN(date.getTime())) return written;
  const text = date.toISOString();
  return `<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 19)} UTC</time> <span class="quiet">(${written})</span>`;
}

const OUTCOMES: Readonly<Record<string, readonly [mark: string, words: string]>> = {
  verified: ['✓', 'signed'],
  diverged: ['✕', 'signed something else'],
  invalid: ['✕', 'signature does not fit'],
  unreadable: ['!', 'signature cannot be read'],
  missing: ['–', 'no signature yet'],
};

const HOW =
  '<p>The nodes of the network sign every block. A block is stored only if signatures of nodes with at least the share of weight that this server asks for (one third, unless its operator chose another) fit its hash, which was computed here, and if it begins with the hash of the block before it. Blocks of the block stream carry one signature of the network, made by nodes with more than half of the weight.</p>';
const UNSIGNED =
  '<p role="alert"><strong>Some blocks here are stored on their hash chain alone:</strong> the operator accepts blocks whose proof cannot be verified (<code>TAIN_TRUST=chain</code>), or they are of a demo network, with mock signatures. Nobody is known to have signed them.</p>';
const FIRST_USE =
  '<p role="alert"><strong>The network’s first ledger is trusted because it came first in the stream:</strong> whoever wrote the stream may have made it up. The operator can name the right one (<code>TAIN_LEDGER_ID</code>).</p>';
/** The same by kind of proof, of the last block. */
const KINDS: Readonly<Record<string, string>> = {
  'record-signatures': 'Nodes signed the record file of the last block.',
  'record-file-proof':
    'Nodes signed the record file in the last block; their signatures came with the block.',
  'threshold-signature': 'The last block carries a valid signature of the network.',
  'state-proof': 'A later block carries a valid signature of the network, and leads to the last block here.',
  'later-block':
    'A later block with a valid signature of the network names the root hash of the last block here.',
  chain: 'Nobody is known to have signed the last block: it continues the block before it, no more.',
};
const STRANGE =
  '<p>The blocks in this database were stored by another program: who signed them is not known here.</p>';

function proofHtml(proof: Proof | null): string {
  if (proof === null) return HOW;
  const { block, verified, signatures } = proof;
  if (!verified) return block === null ? STRANGE : `${blockHtml(block)}${STRANGE}`;
  if (block === null) return HOW;
  const kind = block.proof === null ? '' : `<p>${KINDS[block.proof] ?? ''}</p>`;
  const unsigned = `${proof.hasUnsigned ? UNSIGNED : ''}${proof.onFirstUse ? FIRST_USE : ''}`;
  // Only record files come with signatures of single nodes.
  const isListed = block.proof === null || block.proof.startsWith('record');
  return `${blockHtml(block)}${HOW}${unsigned}${kind}${isListed ? signaturesHtml(signatures) : ''}`;
}

function signaturesHtml(signatures: readonly ShownSignature[]): string {
  if (signatures.length === 0) {
    return '<p>For the last block no list of signatures is kept.</p>';
  }
  const signed = signatures.filter(({ outcome }) => outcome === 'verified').length;
  return `<p><strong>${signed} of ${signatures.length} nodes</strong> signed the last block as far as was seen when it was stored.</p>
<div class="wide" role="region" aria-label="Signatures of the nodes" tabindex="0"><table>
<thead><tr><th scope="col">Node</th><th scope="col">Account</th><th scope="col">Last block</th><th scope="col">This day</th></tr></thead>
<tbody>${signatures.map(signatureHtml).join('\n')}</tbody></table></div>`;
}

function signatureHtml({ node, account, outcome, share }: ShownSignature): string {
  const [mark, words] = OUTCOMES[outcome] ?? ['–', outcome];
  const day = share === null ? '–' : `${(Math.floor(share * 10_000) / 100).toFixed(2)}&nbsp;%`;
  return `<tr><th scope="row">${escapeHtml(node)}</th><td><a href="/account/${escapeHtml(account)}">${escapeHtml(account)}</a></td><td class="${outcome === 'verified' ? 'good' : 'bad'}"><span aria-hidden="true">${mark}</span> ${escapeHtml(words)}</td><td>${day}</td></tr>`;
}
