import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on a free port that takes every e-mail. */
export interface MailServer extends AsyncDisposable {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** E-mails as they came, headers and all; lines that were broken for the way are whole again. */
  readonly emails: readonly { readonly to: string; readonly text: string }[];
}

export interface MailServerOptions {
  /** Called with the address when an e-mail is here; whoever sent it is told so when this is done. */
  readonly onEmail?: (to: string) => Promise<void>;
}

export async function startMailServer({ onEmail }: MailServerOptions = {}): Promise<MailServer> {
  const emails: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        emails.push({ to, text });
        if (onEmail === undefined) done();
        else onEmail(to).then(() => done(), done);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    emails,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
