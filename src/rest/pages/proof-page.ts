import { readFileSync } from 'node:fs';
import { html } from '../../kernel/html.ts';
import { type ReadyAnswer, ready } from '../answer/ready-answer.ts';
import { pageAnswer } from './frame.ts';

const web = (name: string) => readFileSync(new URL(`../../../web/${name}`, import.meta.url), 'utf8');

/** Path of the page that verifies a transaction's proof in the browser, and of its module. */
export const PROOF_PATH = '/proof';
export const VERIFIER_PATH = '/tain-verify.js';

const SCRIPT = web('proof.js');
const STYLE = web('proof.css');

/** Maximum age of the verifier in caches: page and verifier of one release belong together. */
const MAX_AGE_SECONDS = 300;

/** Returns the page that verifies a proof in the browser. `id`: initial value of its form. */
export function proofPage(id: string, statusUrl: string | null): ReadyAnswer {
  const body = html`<main id="main" tabindex="-1" class="wide-page proof">
<h1>Verify it yourself</h1>
<p class="lead">The proof comes from this server; the verifier runs in your browser and sends no requests. It follows the hashes from the transaction, message or block up to one that the nodes of the network signed.</p>
<form id="ask" action="${PROOF_PATH}">
<p><label for="transaction">Transaction (id or hash), message (topic/number) or block (number)</label> <input id="transaction" name="transaction" value="${id}" maxlength="200" autocapitalize="off" autocomplete="off" spellcheck="false" placeholder="0.0.1234-1700000000-000000000" required></p>
<p><button>Get the proof</button> <label for="file">or a proof that you have, from any server:</label> <input id="file" type="file" accept=".json,application/json"></p>
</form>
<p id="state" role="status">Without scripts nothing is verified here: <code>tain verify-proof</code> does it on the command line.</p>
<form id="trust" hidden>
<h2>What you trust</h2>
<p id="trust-words"></p>
<p><label id="anchor-name" for="anchor"></label> <input id="anchor" autocapitalize="off" autocomplete="off" spellcheck="false"><code id="printed-anchor" class="hash"></code></p>
<p id="older-choice"><label><input id="older" type="checkbox"> Also rules older than release 3.15.1, under which one node of a key can sign for all</label></p>
<p><button>Verify</button></p>
</form>
<section id="steps" aria-labelledby="steps-title" hidden><h2 id="steps-title">Step by step</h2>
<ol id="list"></ol></section>
<section id="proven" aria-labelledby="proven-title" hidden><h2 id="proven-title">What is proven</h2>
<div id="facts"></div></section>
</main>`;
  return pageAnswer({
    title: 'Verify a proof · Tain',
    body,
    script: SCRIPT,
    style: STYLE,
    loadsModules: true,
    statusUrl,
  });
}

/** Returns the verifier module; null when it was not built. */
export function verifierAnswer(): ReadyAnswer | null {
  let code: string;
  try {
    code = readFileSync(new URL('../../../dist/tain-verify.js', import.meta.url), 'utf8');
  } catch {
    return null;
  }
  return ready(code, 200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
    'x-content-type-options': 'nosniff',
  });
}
