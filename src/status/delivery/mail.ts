import { isIPv4 } from 'node:net';
import { createTransport, type Transporter } from 'nodemailer';
import { oneLine } from '../state/text.ts';

/**
 * The operator's mail server: `smtp://user:password@host:587` or `smtps://…`, and the sender. A password goes
 * over TLS only, except to this machine.
 */
export interface MailSettings {
  readonly url: string;
  /** `Status <status@example.org>` or a bare address. */
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text: nothing in it can be run. */
  readonly text: string;
  readonly unsubscribeUrl: string;
}

/** Sends mails one at a time over few connections. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor(settings: MailSettings) {
    this.#from = oneLine(settings.from);
    const url = new URL(settings.url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const hasPassword = url.username !== '';
    this.#transport = createTransport({
      host,
      port: Number(url.port === '' ? (url.protocol === 'smtps:' ? 465 : 587) : url.port),
      secure: url.protocol === 'smtps:',
      // Somebody in between can remove the offer of STARTTLS: a password is never sent without it.
      requireTLS: hasPassword && !isLoopback(host),
      ...(!hasPassword
        ? {}
        : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // Texts come from people: never let them name files or URLs to attach.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Sends one mail. Throws when the server refuses it, or at once when `signal` is aborted. */
  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    const sending = this.#transport.sendMail({
      from: this.#from,
      // As an object it is one address, whatever it contains.
      to: { name: '', address: mail.to },
      subject: oneLine(mail.subject).slice(0, 250),
      text: mail.text,
      headers: {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    });
    await untilAborted(sending, signal);
  }

  close(): void {
    this.#transport.close();
  }
}

/** Whether a host is this machine, so that nobody is in between. */
function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Waits for work that cannot be stopped, but no longer than until `signal` is aborted. */
async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('Stopped'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
