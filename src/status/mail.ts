import { createTransport, type Transporter } from 'nodemailer';
import { oneLine } from './text.ts';

/** The operator's mail server: `smtp://user:password@host:587` or `smtps://…`, and the sender. */
export interface MailSettings {
  readonly url: string;
  /** `Status <status@example.org>` or a bare address. */
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text: there is nothing in it that could be run. */
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
    this.#transport = createTransport({
      host: url.hostname,
      port: Number(url.port === '' ? (url.protocol === 'smtps:' ? 465 : 587) : url.port),
      secure: url.protocol === 'smtps:',
      ...(url.username === ''
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

  /** Sends one mail. Throws when the server refuses it. */
  async send(mail: Mail): Promise<void> {
    await this.#transport.sendMail({
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
  }

  close(): void {
    this.#transport.close();
  }
}
