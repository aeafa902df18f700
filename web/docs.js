// The documentation page: forms that send requests, the filter, one operation at a time, and the server's address in examples.
(() => {
  /** Maximum number of shown events of a stream, which has no end. */
  const MAX_EVENTS = 50;
  const REQUEST_TIMEOUT_MS = 60_000;
  /** Maximum characters of a shown response. */
  const MAX_SHOWN_CHARACTERS = 200_000;

  // Examples request this server.
  for (const code of document.querySelectorAll('.samples code')) {
    code.textContent = code.textContent.replaceAll('http://localhost:5551', location.origin);
  }

  // A chosen language applies to all examples of the page.
  document.addEventListener('change', ({ target }) => {
    if (target.type !== 'radio') return;
    const { top } = target.getBoundingClientRect();
    for (const radio of document.querySelectorAll('.samples input')) {
      radio.checked = radio.value === target.value;
    }
    // The clicked element keeps its position on the screen.
    scrollBy(0, target.getBoundingClientRect().top - top);
  });

  const filter = document.getElementById('filter');
  const find = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const item of document.querySelectorAll('.side li[data-text]')) {
      item.hidden = !words.every((word) => item.dataset.text.includes(word));
      if (!item.hidden) found++;
    }
    for (const group of document.querySelectorAll('.side details details')) {
      group.hidden = !group.querySelector('li:not([hidden])');
    }
    document.getElementById('none').hidden = found > 0;
  };
  filter.addEventListener('input', find);

  // On a narrow screen the contents are closed at first.
  if (matchMedia('(max-width: 64rem)').matches) document.querySelector('.menu').open = false;

  const main = document.getElementById('main');
  const parts = [...main.children, ...main.querySelectorAll('section > *')];

  /** Hides all parts of the page except the target's: one operation, the list of objects, or the introduction. */
  const showOnly = (target) => {
    const section = target.closest('section');
    const article = target.closest('article');
    const isIntroduction = section === null;
    for (const part of parts) {
      const isSection = part.tagName === 'SECTION';
      if (part.parentElement !== main)
        part.hidden = article !== null && part !== article && part.tagName !== 'H2';
      else part.hidden = isSection ? part !== section : !isIntroduction;
    }
    for (const link of document.querySelectorAll('.side a')) {
      if (link.hash === `#${target.id}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };

  /** Shows the element that the address names, also in the form of Swagger UI: `#/accounts/getAccount`. */
  const follow = () => {
    const old = /^#\/\w+\/(\w+)$/.exec(location.hash)?.[1];
    if (old && document.getElementById(old)) location.replace(`#${old}`);
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const target = named !== null && main.contains(named) ? named : document.getElementById('begin');
    showOnly(target);
    if (target.tagName === 'DETAILS') target.open = true;
    if (named !== null) target.scrollIntoView();
  };
  addEventListener('hashchange', follow);
  follow();

  /** Returns the request of a form. */
  const requestOf = (form) => {
    let path = form.dataset.path;
    const query = new URLSearchParams();
    const headers = {};
    for (const field of form.querySelectorAll('[data-in]')) {
      const text = field.value.trim();
      if (text === '') continue;
      if (field.dataset.in === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(text));
      else if (field.dataset.in === 'header') headers[field.name] = text;
      else query.append(field.name, text);
    }
    const body = form.elements.body?.value;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (form.dataset.stream !== undefined) headers.accept = 'application/x-ndjson';
    const search = query.size === 0 ? '' : `?${query}`;
    return { url: path + search, options: { method: form.dataset.method, headers, body } };
  };

  const pretty = (text) => {
    // The text stays unformatted if it has large integers, because JSON.parse would round them.
    if (/\d{16}/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''))) return text;
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };

  /** Characters that are invisible, or reorder the text around them. */
  const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
  const escapeOf = (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join('');
  /** Returns JSON with hidden characters as escapes: any client may write them into the ledger. */
  const visible = (json) =>
    json.replace(HIDDEN, (character) => (/[\t\n\r]/.test(character) ? character : escapeOf(character)));

  /** Shows events as they arrive, at most `MAX_EVENTS`. Returns the outcome as text. */
  const readStream = async (response, show, controller) => {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    let count = 0;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return `${count} events; it ended`;
      const lines = (rest + value).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const event = line.trim();
        if (event === '') continue;
        show(event);
        if (++count >= MAX_EVENTS) {
          controller.abort();
          return `${count} events; no more are shown here`;
        }
      }
    }
  };

  const send = async (form) => {
    form.controller?.abort();
    const controller = new AbortController();
    form.controller = controller;
    const result = form.closest('article').querySelector('.result');
    const [outcome, shown] = result.children;
    const stop = form.querySelector('.stop');
    const isStream = form.dataset.stream !== undefined;
    const { url, options } = requestOf(form);
    result.hidden = false;
    shown.textContent = '';
    outcome.textContent = `${options.method} ${url} …`;
    stop.hidden = false;
    const began = performance.now();
    let reason = 'stopped';
    const timer = setTimeout(() => {
      reason = `stopped after ${REQUEST_TIMEOUT_MS / 1000} seconds`;
      controller.abort();
    }, REQUEST_TIMEOUT_MS);
    const say = (text) => {
      if (form.controller === controller) outcome.textContent = `${options.method} ${url}: ${text}`;
    };
    try {
      const response = await fetch(url, { ...options, signal: controller.signal, cache: 'no-store' });
      const took = `${Math.round(performance.now() - began)} ms`;
      if (isStream && response.ok && response.body) {
        say(`${response.status}, following`);
        const show = (line) => {
          shown.textContent += `${visible(pretty(line))}\n`;
        };
        say(`${response.status}, ${await readStream(response, show, controller)}`);
      } else {
        const text = await response.text();
        say(`${response.status}, ${took}, ${new Blob([text]).size.toLocaleString('en-US')} bytes`);
        const whole = pretty(text);
        shown.textContent = visible(
          whole.length > MAX_SHOWN_CHARACTERS ? `${whole.slice(0, MAX_SHOWN_CHARACTERS)}\n…` : whole,
        );
      }
    } catch (error) {
      say(controller.signal.aborted ? reason : error.message);
    } finally {
      clearTimeout(timer);
      if (form.controller === controller) stop.hidden = true;
    }
  };

  document.addEventListener('submit', (event) => {
    const form = event.target.closest('.try');
    if (!form) return;
    event.preventDefault();
    send(form);
  });
  document.addEventListener('click', ({ target }) => {
    if (target.classList.contains('stop')) target.form.controller?.abort();
  });
  for (const select of document.querySelectorAll('.try select:not([data-in])')) {
    select.addEventListener('change', () => {
      select.form.elements.body.value = select.value;
    });
  }
  // Signals to tests that the handlers of forms are installed.
  document.documentElement.dataset.ready = '';
})();
