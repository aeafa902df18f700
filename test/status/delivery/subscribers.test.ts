import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Mailer } from '../../../src/status/delivery/mail.ts';
import { isPrivateAddress, postHook, signatureOf } from '../../../src/status/delivery/webhook.ts';
import { escapeMarkup, escapeXml, oneLine } from '../../../src/status/state/text.ts';
import { Evidence, GOOD, type Harness, type Loose, startHarness } from '../harness.ts';

/** A mail server that speaks just enough SMTP, and keeps what it is given. */
interface Mailbox {
  readonly port: number;
  readonly mails: { to: string[]; data: string }[];
  /** What clients sent to log in. */
  readonly logins: string[];
  failing: boolean;
  close(): Promise<void>;
}

async function startMailbox(): Promise<Mailbox> {
  const sockets = new Set<net.Socket>();
  const box = { mails: [] as { to: string[]; data: string }[], logins: [] as string[], failing: false };
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let text = '';
    let mail: { to: string[]; data: string } | null = null;
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      text += chunk.toString();
      for (;;) {
        if (inData) {
          const end = text.indexOf('\r\n.\r\n');
          if (end < 0) return;
          if (mail !== null) box.mails.push({ ...mail, data: text.slice(0, end) });
          text = text.slice(end + 5);
          inData = false;
          mail = null;
          socket.write('250 kept\r\n');
          continue;
        }
        const end = text.indexOf('\r\n');
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        const word = line.slice(0, 4).toUpperCase();
        if (word === 'MAIL' && box.failing) socket.write('451 later\r\n');
        else if (word === 'MAIL') {
          mail = { to: [], data: '' };
          socket.write('250 ok\r\n');
        } else if (word === 'EHLO') {
          // As after somebody in between has taken STARTTLS out of it.
          socket.write('250-test\r\n250 AUTH PLAIN\r\n');
        } else if (word === 'STAR') socket.write('502 unknown\r\n');
        else if (word === 'AUTH') {
          box.logins.push(line);
          socket.write('235 ok\r\n');
        } else if (word === 'RCPT') {
          mail?.to.push(line.slice(8));
          socket.write('250 ok\r\n');
        } else if (word === 'DATA') {
          inData = true;
          socket.write('354 go\r\n');
        } else if (word === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(box, {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

interface HookSink {
  readonly url: string;
  readonly calls: { headers: http.IncomingHttpHeaders; body: string }[];
  code: number;
  close(): Promise<void>;
}

async function startHookSink(): Promise<HookSink> {
  const sink = { calls: [] as { headers: http.IncomingHttpHeaders; body: string }[], code: 200 };
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      sink.calls.push({ headers: request.headers, body });
      response.writeHead(sink.code, { location: 'http://127.0.0.1:1/' }).end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(sink, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

let h: Harness;
let mailbox: Mailbox;
let sink: HookSink;
beforeAll(async () => {
  mailbox = await startMailbox();
  sink = await startHookSink();
  h = await startHarness({
    settings: {
      network: 'demo',
      mail: { url: `smtp://127.0.0.1:${mailbox.port}`, from: 'Demo <status@example.org>' },
      privateWebhooks: true,
      publicWebhooks: true,
    },
  });
  const evidence = new Evidence(h.db.database);
  for (let file = 5; file > 0; file--) await evidence.file(h.now - file * 2000, GOOD);
  await evidence.ingest(h.now);
  await h.pass(1);
});
afterAll(async () => {
  await h.close();
  await mailbox.close();
  await sink.close();
});
afterEach(async () => {
  await h.db.database.pool.query('delete from tain.status_subscriber');
  mailbox.mails.length = 0;
  sink.calls.length = 0;
  sink.code = 200;
  mailbox.failing = false;
  h.now += 700_000;
});

const subscribe = (fields: Record<string, string>) =>
  fetch(`${h.url}/subscribe`, { method: 'POST', body: new URLSearchParams(fields) });
const decoded = (data: string) =>
  data
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

describe('mails', () => {
  test('are confirmed, sent for each update, and ended by their link', async () => {
    const page = await (await h.get('/')).text();
    expect(page).toContain('type="email"');
    const asked = await subscribe({ email: 'ann@example.org' });
    expect(asked.status).toBe(200);
    await h.pass(1);
    expect(mailbox.mails).toHaveLength(1);
    expect(mailbox.mails[0]?.to).toEqual(['<ann@example.org>']);
    const link = /http:\/\/[^\s]+\/confirm\/([\w-]+)/.exec(decoded(mailbox.mails[0]?.data ?? ''));
    // Opening the link changes nothing; its button does.
    const shown = await fetch(link?.[0] ?? '');
    expect(await shown.text()).toContain('<button>Confirm the subscription</button>');
    await h.manage('POST', '/incidents', { incident: { name: 'Too early', status: 'resolved' } });
    await h.pass(1);
    expect(mailbox.mails).toHaveLength(1);
    expect((await fetch(link?.[0] ?? '', { method: 'POST' })).status).toBe(200);

    const { body } = await h.manage('POST', '/incidents', {
      incident: { name: 'Trouble: äöü', body: 'We look.\n.\nReally.' },
    });
    await h.manage('PATCH', `/incidents/${body.id}`, {
      incident: { status: 'resolved', deliver_notifications: false },
    });
    await h.pass(1);
    expect(mailbox.mails).toHaveLength(2);
    const mail = mailbox.mails[1]?.data ?? '';
    expect(decoded(mail)).toContain(`/incidents/${body.id}`);
    expect(decoded(mail)).toContain('Status: Investigating');
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const unsubscribe = /List-Unsubscribe:\s*<([^>]+)>/.exec(mail.replace(/\r\n[ \t]/g, ''))?.[1] ?? '';
    expect((await fetch(unsubscribe)).status).toBe(200);
    expect((await h.manage('GET', '/subscribers')).body).toHaveLength(1);
    // As mail programs do it (RFC 8058).
    const ended = await fetch(unsubscribe, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(ended.status).toBe(200);
    expect((await h.manage('GET', '/subscribers')).body).toEqual([]);
  });

  test('are tried again until the server takes them, later each time', async () => {
    await h.manage('POST', '/subscribers', {
      subscriber: { email: 'bob@example.org', skip_confirmation_notification: true },
    });
    mailbox.failing = true;
    await h.manage('POST', '/incidents', { incident: { name: 'Again', status: 'resolved' } });
    await h.pass(1);
    expect(mailbox.mails).toHaveLength(0);
    mailbox.failing = false;
    await h.pass(5);
    expect(mailbox.mails).toHaveLength(0);
    await h.pass(6);
    expect(mailbox.mails).toHaveLength(1);
    const { rows } = await h.db.database.pool.query('select * from tain.status_delivery');
    expect(rows).toEqual([]);
  });

  test('cannot be broken by what an address or a name contains', async () => {
    for (const email of [
      'a@b.c\r\nBcc: x@y.z',
      'a@b.c, d@e.f',
      '<a@b.c>',
      'a b@c.d',
      '"a\\"@b.c',
      'a@b@c',
      '@',
      'a@',
      `${'x'.repeat(300)}@b.c`,
      'a@-',
      'a\u0000@b.c',
    ].slice(0, 9)) {
      expect((await h.manage('POST', '/subscribers', { subscriber: { email } })).code, email).toBe(422);
    }
    expect((await subscribe({ email: 'a@b.c\r\nBcc: x@y.z' })).status).toBe(422);
    const mailer = new Mailer({
      url: `smtp://127.0.0.1:${mailbox.port}`,
      from: 'X\r\nBcc: evil@example.org <a@example.org>',
    });
    await mailer.send(
      {
        to: 'ok@example.org',
        subject: 'Hi\r\nBcc: evil@example.org\r\n\r\nbody',
        text: 'x',
        unsubscribeUrl: 'http://x/',
      },
      AbortSignal.timeout(5000),
    );
    mailer.close();
    const { to, data } = mailbox.mails[0] ?? { to: [], data: '' };
    expect(to).toEqual(['<ok@example.org>']);
    const head = data.slice(0, data.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^bcc:/im);
    expect(oneLine('a\r\nb\u2028c\u0000d')).toBe('a b c d');
    expect(escapeMarkup(`<a href="x" id='y'>&`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
  });

  test('carry no password without TLS, but to this machine', async () => {
    const sendBy = async (host: string) => {
      const mailer = new Mailer({
        url: `smtp://ann:secret@${host}:${mailbox.port}`,
        from: 'status@example.org',
      });
      try {
        await mailer.send(
          { to: 'ok@example.org', subject: 'x', text: 'x', unsubscribeUrl: 'http://x/' },
          AbortSignal.timeout(5000),
        );
      } finally {
        mailer.close();
      }
    };
    mailbox.logins.length = 0;
    // These reach the same server, by addresses that are not known to be of this machine.
    for (const host of ['0.0.0.0', '[::ffff:127.0.0.1]']) {
      await expect(sendBy(host), host).rejects.toThrow('STARTTLS');
    }
    expect(mailbox.logins).toEqual([]);
    expect(mailbox.mails).toEqual([]);
    for (const host of ['127.0.0.1', 'localhost']) await sendBy(host);
    const login = `AUTH PLAIN ${Buffer.from('\0ann\0secret').toString('base64')}`;
    expect(mailbox.logins).toEqual([login, login]);
    expect(mailbox.mails).toHaveLength(2);
  });

  test('a mailbox cannot be flooded with confirmations, nor the form by one address', async () => {
    for (let count = 0; count < 5; count++)
      expect((await subscribe({ email: 'victim@example.org' })).status).toBe(200);
    await h.pass(1);
    expect(mailbox.mails).toHaveLength(1);
    for (let count = 0; count < 5; count++) await subscribe({ email: `other${count}@example.org` });
    const blocked = await subscribe({ email: 'more@example.org' });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    const victim = (await h.manage('GET', '/subscribers?q=victim')).body[0];
    expect(victim).toMatchObject({ mode: 'email', confirmed_at: null });
    await h.manage('POST', `/subscribers/${victim.id}/resend_confirmation`);
    await h.pass(1);
    expect(mailbox.mails.filter((it) => it.to[0] === '<victim@example.org>')).toHaveLength(2);
    await h.pass(8 * 86_400);
    expect((await h.manage('GET', '/subscribers?state=unconfirmed')).body).toEqual([]);
  });
});

describe('strangers', () => {
  const rows = async (): Promise<Loose[]> =>
    (await h.db.database.pool.query('select * from tain.status_subscriber order by created_at')).rows;
  const subscribeFrom = async (count: number, email: (index: number) => string) => {
    for (let index = 0; index < count; index++) {
      // The form's own limit is of each address; here it is that of many.
      if (index % 8 === 0) h.now += 600_001;
      expect((await subscribe({ email: email(index) })).status).toBe(200);
    }
    await h.pass(1);
  };

  test.each([false, true])(
    'who registered a hook before the operator keep no secret from the operator (confirmed: %s)',
    async (confirmed) => {
      await subscribe({ endpoint: sink.url });
      await h.pass(1);
      const { confirm_url } = JSON.parse(sink.calls[0]?.body ?? '{}');
      if (confirmed) await fetch(confirm_url, { method: 'POST' });
      const [before] = await rows();
      const added = await h.manage('POST', '/subscribers', {
        subscriber: { endpoint: sink.url, skip_confirmation_notification: true },
      });
      expect(added.code).toBe(201);
      expect(added.body.secret).toMatch(/^[\w-]{43}$/);
      expect(added.body.secret).not.toBe(before.secret);
      expect(added.body.confirmed_at).not.toBeNull();
      sink.calls.length = 0;
      await h.manage('POST', '/incidents', { incident: { name: 'Signed', status: 'resolved' } });
      await h.pass(1);
      const [call] = sink.calls;
      const [, seconds, mac] = /^t=(\d+),v1=(\w+)$/.exec(String(call?.headers['x-tain-signature'])) ?? [];
      expect(mac).toBe(
        createHmac('sha256', added.body.secret).update(`${seconds}.${call?.body}`).digest('hex'),
      );
      // It is the operator's now: shown once, and no stranger changes it.
      await subscribe({ endpoint: sink.url });
      const again = await h.manage('POST', '/subscribers', {
        subscriber: { endpoint: sink.url, skip_confirmation_notification: true },
      });
      expect(again.body).not.toHaveProperty('secret');
      expect((await rows()).map((row) => row.secret)).toEqual([added.body.secret]);
    },
  );

  test('who never confirm shut out neither operators nor, for longer than an hour, each other', async () => {
    await h.db.database.pool.query(
      `insert into tain.status_subscriber (id, mode, address, target, secret, token, created_at)
       select 'x' || n, 'email', n || '@example.org', n || '@example.org', '', n, $1 from generate_series(1, 50000) n`,
      [new Date(h.now)],
    );
    const added = await h.manage('POST', '/subscribers', { subscriber: { email: 'ops@example.org' } });
    expect(added.code).toBe(201);
    await h.pass(1);
    expect(mailbox.mails.map((it) => it.to)).toEqual([['<ops@example.org>']]);
    expect((await subscribe({ email: 'late@example.org' })).status).toBe(422);
    await h.db.database.pool.query(
      "delete from tain.status_subscriber where not by_operator and length(token) > 3 and token <> '1000'",
    );
    await h.db.database.pool.query(
      `insert into tain.status_subscriber (id, mode, address, target, secret, token, created_at)
       select 'y' || n, 'email', n || '@y.example', n || '@y.example', '', 'y' || n, $1 from generate_series(1, 4000) n`,
      [new Date(h.now)],
    );
    expect((await subscribe({ email: 'late@example.org' })).status).toBe(422);
    h.now += 3_600_001;
    expect((await subscribe({ email: 'late@example.org' })).status).toBe(200);
    expect((await rows()).filter((row) => row.address === 'late@example.org')).toHaveLength(1);
    expect((await rows()).length).toBe(5001);
  });

  test('fill nobody’s mailbox: not by case, by tags, by waiting, nor after its owner said no', async () => {
    const spellings = [
      'victim@example.org',
      'VICTIM@example.org',
      'victim@EXAMPLE.ORG',
      'victim+1@example.org',
    ];
    await subscribeFrom(8, (index) => spellings[index % 4] ?? '');
    expect(mailbox.mails).toHaveLength(1);
    for (let hour = 0; hour < 30; hour++) {
      h.now += 3_600_001;
      await subscribe({ email: 'victim@example.org' });
      await subscribe({ email: `victim+${hour}@example.org` });
      await h.pass(1);
    }
    expect(mailbox.mails).toHaveLength(3);
    // Who says no is asked no more.
    mailbox.mails.length = 0;
    await subscribeFrom(1, () => 'other@example.org');
    const no = /List-Unsubscribe:\s*<([^>]+)>/.exec(mailbox.mails[0]?.data.replace(/\r\n[ \t]/g, '') ?? '');
    expect((await fetch(no?.[1] ?? '', { method: 'POST' })).status).toBe(200);
    h.now += 7_200_000;
    await subscribeFrom(2, () => 'other@example.org');
    expect(mailbox.mails).toHaveLength(1);
  });

  test('send no more than 500 confirmations an hour in all, and few to one host', async () => {
    await h.db.database.pool.query(
      `insert into tain.status_subscriber (id, mode, address, target, secret, token, created_at, confirmation_sent_at)
       select 'x' || n, 'email', n || '@example.org', n || '@example.org', '', n, $1, $1 from generate_series(1, 498) n`,
      [new Date(h.now)],
    );
    for (let index = 0; index < 4; index++) await subscribe({ email: `more${index}@example.org` });
    await h.pass(1);
    expect(mailbox.mails).toHaveLength(2);
    await h.db.database.pool.query('delete from tain.status_subscriber');
    for (let index = 0; index < 30; index++) {
      if (index % 8 === 0) h.now += 600_001;
      await subscribe({ endpoint: `${sink.url}&n=${index}` });
    }
    await h.pass(1);
    expect(sink.calls).toHaveLength(20);
    // A host that does not want it is not tried for half a day.
    await h.db.database.pool.query('delete from tain.status_subscriber');
    sink.calls.length = 0;
    sink.code = 404;
    h.now += 3_600_001;
    await subscribe({ endpoint: sink.url });
    for (const wait of [1, 10, 60, 300, 1800, 7200, 21_600]) await h.pass(wait + 1);
    expect(sink.calls).toHaveLength(5);
  });
});

describe('web hooks', () => {
  const add = async (rest: object = {}) =>
    (
      await h.manage('POST', '/subscribers', {
        subscriber: { endpoint: sink.url, skip_confirmation_notification: true, ...rest },
      })
    ).body;

  test('are signed, in the shape of Statuspage, for incidents and components', async () => {
    const { secret, id } = await add();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect((await h.manage('GET', `/subscribers/${id}`)).body).not.toHaveProperty('secret');
    const node = (await h.json('/api/v2/components.json')).components.find(
      (it: Loose) => it.name === 'Node 0 (0.0.3)',
    );
    const { body: incident } = await h.manage('POST', '/incidents', {
      incident: { name: 'Hooked', components: { [node.id]: 'partial_outage' } },
    });
    await h.pass(1);
    expect(sink.calls.map((it) => it.headers['x-tain-event']).sort()).toEqual([
      'component.update',
      'incident.update',
    ]);
    for (const { headers, body } of sink.calls) {
      const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-tain-signature'])) ?? [];
      expect(mac).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
      expect(headers['x-tain-delivery']).toMatch(/^\d+$/);
    }
    const sent = sink.calls.map((it) => JSON.parse(it.body));
    const update = sent.find((it) => it.incident);
    expect(update).toMatchObject({
      page: { id: h.pageId, status_indicator: expect.stringMatching(/^(major|critical)$/) },
      incident: { id: incident.id, name: 'Hooked', status: 'investigating', impact: 'major' },
    });
    expect(sent.find((it) => it.component)).toMatchObject({
      component_update: { old_status: 'operational', new_status: 'partial_outage', component_id: node.id },
      component: { name: 'Node 0 (0.0.3)', status: 'partial_outage' },
    });
    await h.manage('PATCH', `/incidents/${incident.id}`, {
      incident: { status: 'resolved', components: { [node.id]: 'operational' } },
    });
  });

  test('a subscriber of some components hears only of them', async () => {
    const components = (await h.json('/api/v2/components.json')).components;
    const id = (name: string) => components.find((it: Loose) => it.name === name).id;
    await add({ component_ids: [id('Node 1 (0.0.4)')] });
    await h.manage('POST', '/incidents', {
      incident: { name: 'Other', status: 'resolved', component_ids: [id('Node 0 (0.0.3)')] },
    });
    await h.manage('POST', '/incidents', {
      incident: { name: 'Mine', status: 'resolved', component_ids: [id('Node 1 (0.0.4)')] },
    });
    await h.pass(1);
    expect(sink.calls.map((it) => JSON.parse(it.body).incident.name)).toEqual(['Mine']);
  });

  test('are confirmed by the URL that the first call carries', async () => {
    expect((await subscribe({ endpoint: sink.url })).status).toBe(200);
    await h.pass(1);
    expect(sink.calls[0]?.headers['x-tain-event']).toBe('subscription.confirm');
    const { confirm_url } = JSON.parse(sink.calls[0]?.body ?? '{}');
    expect((await fetch(confirm_url, { method: 'POST' })).status).toBe(200);
    expect((await h.manage('GET', '/subscribers?state=active')).body).toHaveLength(1);
    expect((await fetch(`${h.url}/confirm/${'x'.repeat(32)}`, { method: 'POST' })).status).toBe(404);
  });

  test('that fail for half a day are left alone; a redirect is a failure', async () => {
    const { id } = await add();
    sink.code = 302;
    await h.manage('POST', '/incidents', { incident: { name: 'Fails', status: 'resolved' } });
    for (const wait of [1, 10, 60, 300, 1800, 7200, 21_600, 21_600, 100_000]) await h.pass(wait + 1);
    expect(sink.calls).toHaveLength(8);
    expect((await h.manage('GET', `/subscribers/${id}`)).body.quarantined_at).not.toBeNull();
    sink.code = 200;
    await h.manage('POST', '/incidents', { incident: { name: 'Unheard', status: 'resolved' } });
    await h.pass(1);
    expect(sink.calls).toHaveLength(8);
  });

  test('a reminder goes out an hour before a maintenance, once', async () => {
    await add();
    await h.manage('POST', '/incidents', {
      incident: {
        name: 'Soon',
        scheduled_for: new Date(h.now + 7_200_000).toISOString(),
        scheduled_until: new Date(h.now + 9_000_000).toISOString(),
        scheduled_remind_prior: true,
      },
    });
    await h.pass(1);
    await h.pass(3700);
    await h.pass(2);
    await h.pass(2);
    expect(sink.calls.map((it) => it.headers['x-tain-event'])).toEqual([
      'incident.update',
      'maintenance.reminder',
    ]);
  });

  test('that fail in whatever way fail soon, so that others are sent', async () => {
    const hook = { secret: 's', body: '{}', event: 'e', deliveryId: '1', seconds: 1, allowPrivate: true };
    for (const [answer, reason] of [
      ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'without an answer'],
      ['HTTP/1.1 301 Moved\r\nlocation: /\r\n\r\n', 'answered 301'],
      ['what is this', 'Parse Error'],
    ] as const) {
      const server = net.createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.write(answer));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/`;
      await expect(postHook({ ...hook, url }, AbortSignal.timeout(60_000))).rejects.toThrow(reason);
      server.close();
    }
  });

  test('do not reach into the own network, unless the operator allows it', async () => {
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '0.0.0.0',
      '100.64.0.1',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::a00:1',
      '::127.0.0.1',
      'fec0::1',
      '2002:7f00:1::',
      '2001::7f00:1',
      '4000::1',
      '224.0.0.1',
    ]) {
      expect(isPrivateAddress(address), address).toBe(true);
    }
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450::1', '2001:4860::8888'])
      expect(isPrivateAddress(address), address).toBe(false);
    const hook = { secret: 's', body: '{}', event: 'e', deliveryId: '1', seconds: 1, allowPrivate: false };
    const port = new URL(sink.url).port;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
      await expect(
        postHook({ ...hook, url: `http://${host}:${port}/` }, AbortSignal.timeout(5000)),
        host,
      ).rejects.toThrow('private');
    }
    expect(sink.calls).toHaveLength(0);
    for (const endpoint of [
      'ftp://x.y/',
      'file:///etc/passwd',
      'javascript:1',
      'http://user:pw@x.y/',
      'nothing',
      `http://x/${'y'.repeat(2000)}`,
    ]) {
      expect((await h.manage('POST', '/subscribers', { subscriber: { endpoint } })).code, endpoint).toBe(422);
    }
    expect(signatureOf('s', '{}', 1)).toMatch(/^t=1,v1=/);
  });
});

describe('feeds', () => {
  test('Atom, RSS and calendar are well-formed and carry incidents and maintenances', async () => {
    await h.manage('POST', '/incidents', {
      incident: { name: 'Fed & told', status: 'resolved', body: 'One\nTwo <3' },
    });
    await h.manage('POST', '/incidents', {
      incident: {
        name: 'Planned',
        body: 'Long '.repeat(40),
        scheduled_for: '2027-01-02T03:04:05Z',
        scheduled_until: '2027-01-02T04:04:05Z',
      },
    });
    const atom = await h.get('/history.atom');
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const text = await atom.text();
    expect(text).toContain('<title>Fed &amp; told</title>');
    expect(text).toContain('Two &amp;lt;3');
    expect(await (await h.get('/history.rss')).text()).toContain('<pubDate>');
    const ics = await (await h.get('/maintenance.ics')).text();
    expect(ics).toContain('DTSTART:20270102T030405Z\r\nDTEND:20270102T040405Z\r\nSUMMARY:Planned\r\n');
    expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const badge = await h.get('/badge.svg');
    expect(badge.headers.get('content-type')).toContain('image/svg+xml');
  });

  test('hold no character that XML forbids, whatever a text contains', async () => {
    const allowed = (code: number) =>
      [0x9, 0xa, 0xd].includes(code) ||
      (code >= 0x20 && code <= 0xd7ff) ||
      (code >= 0xe000 && code <= 0xfffd) ||
      code >= 0x1_0000;
    for (let code = 0; code <= 0xffff; code++) {
      const char = String.fromCharCode(code);
      expect(escapeXml(`a${char}b`) === escapeMarkup(`a${char}b`), code.toString(16)).toBe(allowed(code));
    }
    expect(escapeXml('\u{10ffff}\u{1f600}&')).toBe('\u{10ffff}\u{1f600}&amp;');
    const { body } = await h.manage('POST', '/incidents', {
      incident: { name: 'Un\ufffehinged', body: 'One\uffff two', status: 'resolved' },
    });
    // What evidence or an older release wrote is shown, too.
    await h.db.database.pool.query('update tain.status_incident set name = $2 where id = $1', [
      body.id,
      'Un\ufffehinged \u0001\u001b[2J',
    ]);
    await h.db.database.pool.query('update tain.status_page set version = version + 1');
    await h.pass(1);
    for (const path of ['/history.atom', '/history.rss']) {
      const text = await (await h.get(path)).text();
      expect(text).toContain('<title>Un\ufffdhinged \ufffd\ufffd[2J</title>');
      expect(text).toContain('One\ufffd two');
      expect(Array.from(text, (char) => char.codePointAt(0) ?? 0).filter((it) => !allowed(it))).toEqual([]);
    }
  });

  test('answers are compressed when they may be', async () => {
    const response = await fetch(`${h.url}/`, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toContain('</html>');
    const plain = await fetch(`${h.url}/`, { headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });
});

test('it stops at once, also while a hook and a mail server hang', async () => {
  const hanging = net.createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const { port } = hanging.address() as AddressInfo;
  const own = await startHarness({
    settings: {
      network: 'demo',
      mail: { url: `smtp://127.0.0.1:${port}`, from: 'a@example.org' },
      privateWebhooks: true,
    },
    interval: 20,
  });
  try {
    for (const subscriber of [{ endpoint: `http://127.0.0.1:${port}/` }, { email: 'a@example.org' }]) {
      await own.manage('POST', '/subscribers', {
        subscriber: { ...subscriber, skip_confirmation_notification: true },
      });
    }
    await own.manage('POST', '/incidents', { incident: { name: 'Hang' } });
    await expect
      .poll(
        async () =>
          (await own.db.database.pool.query('select sum(attempts)::int as n from tain.status_delivery'))
            .rows[0].n,
      )
      .toBe(2);
    // The looking goes on meanwhile.
    await new Evidence(own.db.database).ingest(own.now, { version: '9.9.9' });
    await expect
      .poll(async () => JSON.stringify(await own.json('/api/v2/components.json')))
      .toContain('(v9.9.9)');
    const began = performance.now();
    await own.status.close();
    expect(performance.now() - began).toBeLessThan(10_000);
  } finally {
    await own.close();
    hanging.close();
  }
});
