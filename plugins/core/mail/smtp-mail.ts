import type { Transporter } from 'nodemailer';
import { PlatformError } from '#kernel';
import type { Email, Mail } from './contract.ts';
import { EmailRateLimit } from './email-rate-limit.ts';
import { type SmtpAddress, smtpAddress } from './smtp-address.ts';

/** Milliseconds to connect, to be greeted, and between two answers of the server. */
const PATIENCE = 15_000;

/** `url`: `smtp://user:password@host:587` or `smtps://…`; empty: no mail is sent. Throws `mail.invalid_url`. */
export function smtpMail(url: string, from: string): Mail & { close(): void } {
  const counts = new EmailRateLimit();
  const address = url === '' ? null : smtpAddress(url);
  let transport: Promise<Transporter> | undefined;

  return {
    isConfigured: address !== null,
    async send({ to, subject, text, about }: Email) {
      if (address === null) return false;
      counts.add(to, about);
      // Made with the first e-mail: most starts send none.
      transport ??= openTransport(address, { pool: true, patience: PATIENCE });
      try {
        await (await transport).sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (cause) {
        const message = 'The mail server did not take an e-mail; look at `mail.url` and at its log.';
        throw new PlatformError('unavailable', 'mail.not_sent', message, { cause });
      }
      return true;
    },
    close() {
      transport?.then((opened) => opened.close()).catch(() => {});
    },
  };
}

/** `pool`: connections are kept for the next e-mail. `patience`: milliseconds to connect, and between two answers. */
export async function openTransport(
  { host, port, isSecure, auth }: SmtpAddress,
  { pool, patience }: { readonly pool: boolean; readonly patience: number },
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const options = {
    host,
    port,
    secure: isSecure,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // Nothing in an e-mail is a path or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(auth !== undefined && { auth }),
  };
  return pool ? createTransport({ ...options, pool }) : createTransport(options);
}
