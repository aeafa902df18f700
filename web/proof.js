// Verifies the proof of a transaction, a message or a block in the browser, step by step, with the module that programs
// import as `tain/verify`. Values from a server are always written as text, never as HTML.
(() => {
  const byId = (id) => document.getElementById(id);
  const NAMES = {
    format: 'Format',
    leaf: 'Leaf',
    path: 'Path',
    link: 'Link',
    root: 'Root',
    ledger: 'Trust',
    signature: 'Signature',
    topic: 'Topic',
    question: 'Question',
  };
  const WORDS = {
    format: 'Is it a proof?',
    leaf: 'Is it in the block, and what is its hash?',
    path: 'Do the hashes beside it lead up?',
    link: 'Does the result belong to the transaction?',
    root: 'To which hash do they lead?',
    ledger: 'Are the keys those of the network that you trust?',
    signature: 'Did enough nodes sign it?',
    topic: 'Does the running hash of the topic cover the messages?',
    question: 'Is it the requested object?',
  };
  /** Steps in order of verification. */
  const OF_BLOCK = ['leaf', 'path', 'link', 'root', 'ledger', 'signature', 'question'];
  const OF_FILE = ['leaf', 'path', 'root', 'ledger', 'signature', 'question'];
  /** Maximum number of hashes shown for a step, because a genesis block has hundreds of results in one unit. */
  const MAX_HASHES = 12;
  const MAX_BYTES = 64 * 1024 * 1024;

  const state = byId('state');
  /** The proof to verify, the request for it, and the trusted values that it claims. */
  let current = null;
  let module = null;

  const element = (name, content, className) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (content !== undefined) made.append(content);
    return made;
  };

  const verifier = () => {
    module ??= import('/tain-verify.js').catch((error) => {
      module = null;
      throw error;
    });
    return module;
  };

  const showState = (text) => {
    state.textContent = text;
  };

  const reset = () => {
    current = null;
    for (const id of ['trust', 'steps', 'proven']) byId(id).hidden = true;
  };

  const hashesOf = (hashes) => {
    const list = element('dl');
    for (const { name, hash } of hashes.slice(0, MAX_HASHES)) {
      list.append(element('dt', name), element('dd', element('code', hash, 'hash')));
    }
    if (hashes.length > MAX_HASHES) list.append(element('dt', `and ${hashes.length - MAX_HASHES} more`));
    return list;
  };

  const stepOf = (step, mark, className, detail, hashes = []) => {
    const item = element('li', undefined, className);
    const head = element('strong', `${mark} ${NAMES[step] ?? step}`);
    item.append(head, ` ${WORDS[step] ?? ''}`, element('div', detail));
    if (hashes.length > 0) item.append(hashesOf(hashes));
    return item;
  };

  /** Shows the outcome: steps that held, the failed step, and steps that were not reached. */
  const showSteps = (held, failed) => {
    const order = current.claimed.kind === 'block' ? OF_BLOCK : OF_FILE;
    const list = byId('list');
    list.replaceChildren(
      ...held.map(({ step, detail, hashes }) => stepOf(step, '✓', 'held', detail, hashes)),
    );
    if (failed) {
      list.append(stepOf(failed.step, '✕', 'failed', failed.message));
      const seen = new Set([...held.map(({ step }) => step), failed.step]);
      for (const step of order.filter((one) => !seen.has(one))) {
        if (step !== 'question' || current.requested.isNamed)
          list.append(stepOf(step, '·', 'open', 'Not verified.'));
      }
    }
    byId('steps').hidden = false;
  };

  /** Characters that are invisible, or reorder the text around them. */
  const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
  const bytesText = (bytes) => {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      if (!HIDDEN.test(text)) return text;
    } catch {}
    return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  };

  const timeText = (seconds) => {
    const date = new Date(Number(seconds) * 1000);
    if (Number.isNaN(date.getTime())) return seconds;
    return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC (${seconds})`;
  };

  const hbars = (tinybars) => {
    const digits = tinybars.replace('-', '').padStart(9, '0');
    const whole = digits.slice(0, -8);
    const rest = digits.slice(-8).replace(/0+$/, '');
    return `${tinybars.startsWith('-') ? '-' : ''}${whole}${rest && `.${rest}`} ℏ`;
  };

  const showFacts = (kind, facts, took) => {
    const block = kind === 'block' ? facts : facts.block;
    const list = element('dl');
    const fact = (name, value) => {
      if (value === null || value === undefined || value === '') return;
      list.append(element('dt', name), element('dd', value));
    };
    if (kind === 'transaction') transactionFacts(facts, fact);
    if (kind === 'messages') {
      fact('Topic', facts.topic_id);
      for (const each of facts.messages.slice(0, MAX_HASHES)) {
        fact(`Message ${each.sequence_number}`, bytesText(each.message));
        fact('Paid by', each.payer_account_id);
        fact('Consensus', timeText(each.consensus_timestamp));
      }
    }
    fact('Block', block.number);
    if (kind === 'block') fact('Hash', element('code', block.hash, 'hash'));
    fact('Began', block.timestamp && timeText(block.timestamp));
    const { evidence } = block;
    fact('Signed', `by a weight of ${evidence.signed_weight} of ${evidence.total_weight}`);
    if (evidence.signers) fact('Signed by', evidence.signers.slice(0, MAX_HASHES).join(', '));
    if (evidence.weights === 'equal') fact('Weights', 'equal for all nodes, because the proof has no stakes');
    byId('facts').replaceChildren(list, element('p', `Verified by this browser in ${Math.round(took)} ms.`));
    byId('proven').hidden = false;
  };

  const transactionFacts = (facts, fact) => {
    const { result } = facts;
    fact('Transaction', facts.transaction_id);
    if (facts.nonce > 0) fact('Nonce', String(facts.nonce));
    if (facts.scheduled) fact('Scheduled', 'yes');
    fact('Hash', element('code', facts.transaction_hash, 'hash'));
    fact(
      'Status',
      facts.status === null ? 'not proven' : facts.status === 22 ? 'SUCCESS (22)' : String(facts.status),
    );
    if (result) {
      fact('Consensus', timeText(result.consensus_timestamp));
      fact('Fee', hbars(result.charged_tx_fee));
      for (const { account, amount } of result.transfers) fact(account, hbars(amount));
      for (const { token, transfers, nft_transfers: nfts } of result.token_transfers) {
        for (const { account, amount } of transfers) fact(account, `${amount} of token ${token}`);
        for (const { sender, receiver, serial_number: serial } of nfts) {
          fact('NFT', `${token} number ${serial}, from ${sender} to ${receiver}`);
        }
      }
    }
    fact('Memo', facts.memo.length > 0 ? bytesText(facts.memo) : '');
    if (facts.message) {
      fact('Topic', facts.message.topic_id);
      fact('Message', bytesText(facts.message.message));
    }
  };

  const verify = async () => {
    const { proof, requested, claimed } = current;
    const anchor = byId('anchor').value.trim();
    byId('printed-anchor').textContent = anchor;
    byId('proven').hidden = true;
    const held = [];
    const trust =
      claimed.kind === 'block'
        ? { ledgerId: anchor, allowOlderProfiles: byId('older').checked }
        : { addressBooks: [anchor] };
    const { verifyBlock, verifyMessages, verifyTransaction } = await verifier();
    const start = performance.now();
    try {
      const options = { ...trust, onStep: (step) => held.push(step) };
      const { kind, question } = requested;
      const facts =
        kind === 'block'
          ? await verifyBlock(proof, { ...options, ...question })
          : kind === 'messages'
            ? await verifyMessages(proof, { ...options, asked: question })
            : await verifyTransaction(proof, { ...options, transaction: question });
      showSteps(held, null);
      showFacts(kind, facts, performance.now() - start);
      showState('Every step holds.');
    } catch (error) {
      if (!error.step) throw error;
      showSteps(held, error);
      showState(`Refused at the step ${NAMES[error.step] ?? error.step}: ${error.message}`);
    }
  };

  const take = async (proof, requested) => {
    const { claimedTrust } = await verifier();
    let claimed;
    try {
      claimed = claimedTrust(proof);
    } catch (error) {
      if (!error.step) throw error;
      showState(`Refused at the step ${NAMES[error.step] ?? error.step}: ${error.message}`);
      return;
    }
    current = { proof, requested, claimed };
    const isBlock = claimed.kind === 'block';
    byId('anchor-name').textContent = isBlock ? 'Id of the ledger' : 'SHA-384 of the address book';
    byId('anchor').value = isBlock ? claimed.ledgerId : claimed.addressBook;
    byId('older-choice').hidden = !isBlock;
    byId('trust-words').textContent = isBlock
      ? 'The id below came with the proof, from the same server: it proves nothing by itself, because a forged network comes with a forged id. Compare it with the id of your network from another source, or enter that id here.'
      : 'The hash below is that of the address book that came with the proof, from the same server: it proves nothing by itself, because forged nodes come with a forged book. Compare it with the hash of the book (file 0.0.102) of that time from another source, or enter that hash here.';
    byId('trust').hidden = false;
    await verify();
  };

  /** Parses the name of a message (`0.0.5/12`), a block (its number) or a transaction. Returns the path of its proof, and the values to compare. */
  const requestOf = async (text) => {
    const [, topic, number] = /^(\d+\.\d+\.\d+)\/(\d{1,18})$/.exec(text) ?? [];
    if (topic !== undefined) {
      const question = { topic, from: number, to: number };
      return { kind: 'messages', isNamed: true, question, path: `topics/${topic}/messages/${number}` };
    }
    if (/^\d{1,18}$/.test(text))
      return { kind: 'block', isNamed: true, question: { number: text }, path: `blocks/${text}` };
    const { namedTransaction } = await verifier();
    const question = namedTransaction(text.replace(/^(\d+\.\d+\.\d+)@(\d+)\.(\d+)$/, '$1-$2-$3'));
    const name = question.transactionId ?? question.hash;
    return { kind: 'transaction', isNamed: true, question, path: `transactions/${encodeURIComponent(name)}` };
  };

  const request = async (text) => {
    reset();
    showState('Requesting the proof …');
    const requested = await requestOf(text);
    const answer = await fetch(`/api/v1/${requested.path}/proof`);
    const parsed = await answer.json().catch(() => null);
    if (!answer.ok) {
      const [message] = parsed?._status?.messages ?? [];
      showState(`There is no proof: ${message?.detail || message?.message || `status ${answer.status}`}.`);
      return;
    }
    await take(parsed, requested);
  };

  const guarded = (work) => (event) => {
    event?.preventDefault();
    work().catch((error) => showState(`It could not be verified: ${error.message}.`));
  };

  byId('ask').addEventListener(
    'submit',
    guarded(async () => {
      const text = byId('transaction').value.trim();
      history.replaceState(null, '', `/proof?transaction=${encodeURIComponent(text)}`);
      await request(text);
    }),
  );
  byId('file').addEventListener(
    'change',
    guarded(async () => {
      const [file] = byId('file').files;
      if (!file) return;
      reset();
      if (file.size > MAX_BYTES) {
        showState('The file is larger than any proof.');
        return;
      }
      let parsed;
      try {
        parsed = JSON.parse(await file.text());
      } catch {
        showState('The file is not JSON.');
        return;
      }
      await take(parsed, { kind: 'transaction', isNamed: false, question: {} });
    }),
  );
  byId('trust').addEventListener('submit', guarded(verify));

  const first = byId('transaction').value.trim();
  if (first) guarded(() => request(first))();
  else showState('Nothing is verified yet.');
})();
