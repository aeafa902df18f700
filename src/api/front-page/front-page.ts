import type { ReadyAnswer } from '../answer/ready-answer.ts';
import { escapeHtml, pageAnswer } from './frame.ts';
import { LIVE_SCRIPT, latestHtml } from './latest.ts';
import type { Latest } from './select-latest.ts';
import type { Proof, ShownSignature } from './select-proof.ts';

export interface FrontPageFacts {
  readonly chainId: bigint;
  /** Null when the database does not answer. */
  readonly proof: Proof | null;
  /** The newest blocks and transactions; none without a database that answers. */
  readonly latest?: Latest | undefined;
  /** Whether there are event streams, which keep them up to date. */
  readonly isLive?: boolean;
  /** Where the status page is, if this process knows. */
  readonly statusUrl: string | null;
}

/** The page at `/`. */
export function frontPage({ chainId, proof, latest, isLive, statusUrl }: FrontPageFacts): ReadyAnswer {
  const status =
    statusUrl === null
      ? ''
      : `<li><a href="${escapeHtml(statusUrl)}">Status</a>: how the network and this service do.</li>`;
  const body = `<header><h1>Tain</h1>
<p class="lead">A mirror node: it reads the signed streams of a Hedera or Hiero network, verifies them, keeps everything that happened in a database, and answers questions about it. Chain id ${chainId} (<code>0x${chainId.toString(16)}</code>).</p></header>
<main id="main" tabindex="-1">
<section aria-labelledby="last"><h2 id="last">Last block</h2>
${blockHtml(proof)}</section>
<section aria-labelledby="proof"><h2 id="proof">How it is proven</h2>
${proofHtml(proof)}</section>
<section aria-labelledby="ask"><h2 id="ask">Ask</h2>
<ul>
<li><a href="/api/v1/docs/">Documentation</a> of every operation, and its <a href="/api/v1/docs/openapi.yml">OpenAPI description</a> (also <a href="/api/v1/openapi.json">as JSON</a>).</li>
<li>To begin with: <a href="/api/v1/transactions?limit=5">the latest transactions</a>, <a href="/api/v1/accounts?limit=5">accounts</a>, <a href="/api/v1/tokens?limit=5">tokens</a>, <a href="/api/v1/network/nodes">nodes of the network</a>.</li>
${status}
<li><a href="/metrics">Metrics</a> for Prometheus, and whether the service <a href="/health/readiness">is ready</a>.</li>
</ul></section>
${latest === undefined ? '' : `<section aria-labelledby="newest"><h2 id="newest">Newest</h2>\n${latestHtml(latest)}</section>\n`}</main>`;
  return pageAnswer({
    title: 'Tain: mirror node',
    body,
    script: latest !== undefined && isLive ? LIVE_SCRIPT : undefined,
    status: proof === null ? 503 : 200,
  });
}

function blockHtml(proof: Proof | null): string {
  if (proof === null) return '<p role="alert">The database does not answer.</p>';
  const { block } = proof;
  if (block === null) return '<p>There is none yet.</p>';
  return `<dl>
<dt>Number</dt><dd><a href="/api/v1/blocks/${escapeHtml(block.number)}">${escapeHtml(block.number)}</a></dd>
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
  if (!verified) return STRANGE;
  if (block === null) return HOW;
  const kind = block.proof === null ? '' : `<p>${KINDS[block.proof] ?? ''}</p>`;
  const unsigned = `${proof.hasUnsigned ? UNSIGNED : ''}${proof.onFirstUse ? FIRST_USE : ''}`;
  // Only record files come with signatures of single nodes.
  const isListed = block.proof === null || block.proof.startsWith('record');
  return `${HOW}${unsigned}${kind}${isListed ? signaturesHtml(signatures) : ''}`;
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
  return `<tr><th scope="row">${escapeHtml(node)}</th><td><a href="/api/v1/accounts/${escapeHtml(account)}">${escapeHtml(account)}</a></td><td class="${outcome === 'verified' ? 'good' : 'bad'}"><span aria-hidden="true">${mark}</span> ${escapeHtml(words)}</td><td>${day}</td></tr>`;
}

const HOST_NAME = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Where the status service of the same machine is for a client that reached us by the name in its
 * `Host` header; null for names that are none.
 */
export function statusUrlFor(host: string | undefined, port: number | undefined): string | null {
  const name = HOST_NAME.exec(host ?? '')?.[1];
  return name === undefined || port === undefined ? null : `http://${name}:${port}/`;
}
