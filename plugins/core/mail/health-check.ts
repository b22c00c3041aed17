import { type HealthCheck, isPlatformError } from '#kernel';
import { smtpAddress } from './smtp-address.ts';
import { openTransport } from './smtp-mail.ts';

/** Milliseconds for the server to greet and let us in. */
const patience = 8_000;

/** Whether the mail server greets and lets us in. Nothing is sent. */
export function mailHealthCheck(url: string): HealthCheck {
  return {
    id: 'mail',
    title: 'E-mail',
    limit: patience + 1_000,
    async check() {
      if (url === '') {
        const summary =
          'No e-mail is sent: people get no links to invitations, new passwords and forms of runs but from whoever shows them.';
        const next = 'Set SMTP_URL (smtp://user:password@mail.example.com:587) and MAIL_FROM.';
        return { state: 'warning', code: 'mail.not_configured', summary, next };
      }
      try {
        const address = smtpAddress(url);
        const facts = { host: address.host, port: address.port };
        const transport = await openTransport(address, { pool: false, patience });
        try {
          await transport.verify();
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          const summary = `The mail server ${address.host}:${address.port} takes no e-mails of ours: ${reason}.`;
          const next =
            'Correct SMTP_URL (host, port, user, password; smtps:// for TLS from the start), or start that server.';
          return { state: 'failed', code: 'mail.refused', summary, next, facts };
        } finally {
          transport.close();
        }
        return { state: 'ok', summary: `The mail server ${address.host}:${address.port} takes our e-mails.`, facts };
      } catch (error) {
        if (!isPlatformError(error)) throw error;
        return { state: 'failed', code: error.code, summary: error.message, next: 'Correct SMTP_URL.' };
      }
    },
  };
}
