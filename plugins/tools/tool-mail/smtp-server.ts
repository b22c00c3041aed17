import { PlatformError } from '#kernel';
import type { Sockets } from '#plugins/egress/contract.ts';
import { maskSecrets } from '#plugins/tools/contract.ts';
import { isAddress, type Letter } from './letter.ts';

/** Milliseconds to be greeted, and between two answers of the server. */
const PATIENCE = 20_000;

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

interface Server {
  readonly host: string;
  readonly port: number;
  /** SSL: TLS from the first byte; TLS: STARTTLS, without which nothing is sent; NONE: neither. */
  readonly encryption: 'SSL' | 'TLS' | 'NONE';
  readonly user: string;
  readonly password: string;
  readonly sender: string;
}

/** Sends a letter. Throws `tool-mail.invalid_server`, `tool-mail.not_sent`, `tool-mail.refused`, and errors of egress. */
export async function send(
  sockets: Sockets,
  credentials: Readonly<Record<string, string>>,
  letter: Letter,
  attachments: readonly Attachment[],
  signal: AbortSignal,
): Promise<void> {
  const server = serverOf(credentials);
  const { host, port, encryption, user, password, sender } = server;
  // Connected here, so that it goes where it may; nodemailer never looks the name up.
  const connection = await sockets.connect({ host, port, signal });
  const stop = () => connection.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host,
      port,
      secure: encryption === 'SSL',
      requireTLS: encryption === 'TLS',
      ignoreTLS: encryption === 'NONE',
      connection,
      greetingTimeout: PATIENCE,
      socketTimeout: PATIENCE,
      // Nothing in an e-mail is a path or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(user !== '' && { auth: { user, pass: password } }),
    });
    const plain = (addresses: readonly string[]) => addresses.map((address) => ({ name: '', address }));
    await transport.sendMail({
      from: { name: '', address: sender },
      to: plain(letter.to),
      cc: plain(letter.cc),
      bcc: plain(letter.bcc),
      replyTo: plain(letter.replyTo),
      subject: letter.subject,
      ...(await bodyOf(letter)),
      attachments: attachments.map(({ content, ...rest }) => ({ ...rest, content: Buffer.from(content) })),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw explained(error, server);
  } finally {
    signal.removeEventListener('abort', stop);
    connection.destroySoon();
  }
}

async function bodyOf({ text, format }: Letter): Promise<{ readonly text?: string; readonly html?: string }> {
  if (format === 'plain') return { text };
  if (format === 'html') return { html: text };
  const { Marked } = await import('marked');
  // HTML inside Markdown is text: a model may have it from anywhere.
  const escaped = ({ text: raw }: { readonly text: string }) =>
    raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const html = await new Marked({ async: true, renderer: { html: escaped } }).parse(text);
  return { text, html };
}

function serverOf(credentials: Readonly<Record<string, string>>): Server {
  const { smtp_server: host = '', email_account: user = '', email_password: password = '' } = credentials;
  const encryption = (credentials.encrypt_method ?? 'TLS').toUpperCase();
  if (encryption !== 'SSL' && encryption !== 'TLS' && encryption !== 'NONE') {
    throw invalid('encrypt_method', 'is none of SSL, TLS (STARTTLS), NONE');
  }
  const port = Number(credentials.smtp_port ?? (encryption === 'SSL' ? 465 : 587));
  const sender = credentials.sender_address ?? user;
  if (!isAddress(sender)) throw invalid('sender_address', 'is no address such as weft@example.com');
  return { host, port, encryption, user: password === '' ? '' : user, password, sender };
}

function invalid(field: string, problem: string): PlatformError {
  const message = `${field} of the mail server ${problem}: set it again under tools.`;
  return new PlatformError('invalid', 'tool-mail.invalid_server', message, { field });
}

/** What the server answered, without the password; servers like to repeat what they were sent. */
function explained(error: unknown, { host, password, user }: Server): PlatformError {
  const {
    code = '',
    response = '',
    responseCode = 0,
  } = error as {
    readonly code?: string;
    readonly response?: string;
    readonly responseCode?: number;
  };
  const encoded = Buffer.from(`\u0000${user}\u0000${password}`).toString('base64');
  const secrets = [encoded, Buffer.from(password).toString('base64'), password];
  const said = maskSecrets(String(response), password === '' ? [] : secrets)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 300);
  const told = said === '' ? '' : ` It says: ${said}`;
  if (code === 'EAUTH') {
    const message = `${host} does not take the account or its password: set them again under tools.${told}`;
    return new PlatformError('invalid', 'tool-mail.refused', message);
  }
  if (responseCode >= 500) {
    return new PlatformError('invalid', 'tool-mail.refused', `${host} refuses the e-mail.${told}`);
  }
  const message = `${host} did not take the e-mail: look at server, port and encrypt_method, or try again later.${told}`;
  return new PlatformError('unavailable', 'tool-mail.not_sent', message, { cause: error });
}
