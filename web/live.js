// The newest blocks and transactions on the front page, as they come. Blocks come over an event stream; with each the
// newest transactions are asked for, an answer that all readers of the page share. Where there are no streams, the lists
// stay as they were sent.
(() => {
  const LONGEST_WAIT_MS = 60_000;
  const state = document.getElementById('live');
  const blocks = document.querySelector('#latest-blocks tbody');
  const transactions = document.querySelector('#latest-transactions tbody');
  if (!window.EventSource || !state || !blocks || !transactions) return;

  let source = null;
  let wasOpen = false;
  let failures = 0;
  let retry = 0;
  /** Blocks to be shown, by number. */
  let coming = new Map();
  let drawing = 0;
  let isAsking = false;
  let isStale = false;

  const cell = (kind, content, className = '') => {
    const element = document.createElement(kind);
    if (kind === 'th') element.scope = 'row';
    if (className) element.className = className;
    element.append(content);
    return element;
  };
  const link = (path, text) => {
    const element = document.createElement('a');
    element.href = path + encodeURIComponent(text);
    element.textContent = text;
    return element;
  };
  const time = (seconds) => {
    const date = new Date(Number(seconds) * 1000);
    if (Number.isNaN(date.getTime())) return seconds;
    const element = document.createElement('time');
    element.dateTime = date.toISOString();
    element.textContent = element.dateTime.slice(11, 19);
    return element;
  };
  /** Puts what is new above what a table shows, the newest on top. It has as many rows as before. */
  const put = (table, items, keyOf, cellsOf) => {
    const known = new Set([...table.rows].map((row) => row.dataset.key));
    for (const item of items.slice(-table.rows.length)) {
      if (known.has(keyOf(item))) continue;
      const row = document.createElement('tr');
      row.className = 'new';
      row.dataset.key = keyOf(item);
      row.append(...cellsOf(item));
      table.prepend(row);
      table.lastElementChild.remove();
    }
  };

  const draw = () => {
    drawing = 0;
    const fresh = [...coming.values()].sort((one, other) => one.number - other.number);
    coming = new Map();
    if (fresh.length === 0) return;
    put(
      blocks,
      fresh,
      ({ number }) => String(number),
      (block) => [
        cell('th', link('/block/', String(block.number))),
        cell('td', time(block.timestamp.to)),
        cell('td', String(block.count)),
      ],
    );
    showFigures(fresh);
    askTransactions();
  };
  const rate = document.getElementById('rate');
  const lastBlock = document.querySelector('#last-block a');
  const total = document.getElementById('transactions');
  let recent = [];
  /** The tiles above the lists, of blocks in ascending order. */
  const showFigures = (fresh) => {
    const { number } = fresh.at(-1);
    const seen = Number(lastBlock?.textContent.replaceAll(',', ''));
    if (!lastBlock || number <= seen) return;
    lastBlock.textContent = number.toLocaleString('en-US');
    lastBlock.href = `/block/${number}`;
    const more = fresh.reduce((sum, block) => sum + (block.number > seen ? block.count : 0), 0);
    // Where one is missing, the total is not known until the page is made again.
    const isWhole = fresh.filter((block) => block.number > seen).length === number - seen;
    if (total && isWhole) {
      total.textContent = (Number(total.textContent.replaceAll(',', '')) + more).toLocaleString('en-US');
    }
    recent = [...recent, ...fresh.filter((block) => block.number > seen)].slice(-31);
    const seconds = Number(recent.at(-1).timestamp.to) - Number(recent[0].timestamp.to);
    if (!rate || recent.length < 5 || seconds <= 0) return;
    const each = recent.slice(1).reduce((sum, { count }) => sum + count, 0) / seconds;
    rate.textContent = each >= 100 ? Math.round(each).toLocaleString('en-US') : each.toFixed(1);
  };
  /** The newest of a list, as of the newest block that is shown; undefined where they cannot be had now. */
  const newest = async (list) => {
    const { key } = blocks.rows[0].dataset;
    const answer = await fetch(`/api/v1/${list}?limit=${blocks.rows.length}`, {
      cache: 'no-store',
      headers: key ? { 'tain-block': key } : {},
    });
    return answer.ok ? (await answer.json())[list] : undefined;
  };
  const askTransactions = async () => {
    isStale = true;
    if (isAsking) return;
    isAsking = true;
    try {
      while (isStale) {
        isStale = false;
        put(
          transactions,
          ((await newest('transactions')) ?? []).reverse(),
          ({ consensus_timestamp: at }) => at,
          (one) => [
            cell('th', link('/transaction/', one.transaction_id)),
            cell('td', time(one.consensus_timestamp)),
            cell('td', one.name),
            cell('td', one.result, one.result === 'SUCCESS' ? 'good' : 'quiet'),
          ],
        );
      }
    } catch {
      // The next block tries again.
    } finally {
      isAsking = false;
    }
  };
  const take = (list) => {
    for (const block of list) coming.set(block.number, block);
    // Of many at once only the newest are seen.
    while (coming.size > 100) coming.delete(coming.keys().next().value);
    drawing ||= requestAnimationFrame(draw);
  };

  const stop = () => {
    clearTimeout(retry);
    source?.close();
    source = null;
  };
  const start = () => {
    stop();
    source = new EventSource('/api/v1/blocks/stream?cursor=now');
    source.onopen = () => {
      wasOpen = true;
      failures = 0;
      state.textContent = 'Live: new ones appear as they come.';
      // What came since the page was made, or while nobody looked.
      newest('blocks').then((list) => take(list ?? []), () => undefined);
    };
    source.onmessage = ({ data }) => take([JSON.parse(data)]);
    source.onerror = () => {
      // There are no streams here: the page is as it was without a script.
      if (!wasOpen) return stop();
      state.textContent = 'The connection is lost; it is tried again.';
      // After a break the browser goes on behind the last event by itself, after a refusal it does not.
      if (source?.readyState === EventSource.CLOSED) {
        retry = setTimeout(start, Math.min(LONGEST_WAIT_MS, 1000 * 2 ** failures++));
      }
    };
  };

  // While nobody looks no connection is held. Where there are no streams none is tried again.
  let isTried = false;
  const follow = () => {
    if (document.hidden) stop();
    else if (wasOpen || !isTried) {
      isTried = true;
      start();
    }
  };
  document.addEventListener('visibilitychange', follow);
  follow();
})();
