/** Mail: what people are told who are not looking at a page. */
import { token } from '#kernel';

/** An e-mail to one address. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /**
   * What e-mails of one kind are about that people cause by what they do on the platform. They are counted apart: who floods an
   * address with them keeps no e-mail of the platform itself (a new password …) from it.
   */
  readonly about?: 'invitations' | 'forms' | 'notices' | 'orders';
}

/** Sends mail through the SMTP server of the configuration (`mail.url`). */
export interface Mail {
  /** False: no server is configured; then nothing is sent, and whoever would have sent a link shows it instead. */
  readonly isConfigured: boolean;
  /**
   * Resolves true when the server took the e-mail, false when none is configured. Throws `mail.not_sent` (unavailable)
   * when it can't be reached or refuses, `mail.too_many_letters` (limited) when one address was sent 20 of the kind within
   * an hour.
   */
  send(email: Email): Promise<boolean>;
}

/** What the platform does without the plugin: the same as without a mail server. */
export const noMail: Mail = { isConfigured: false, send: async () => false };

/** The mail service. */
export const Mail = token<Mail>('mail.mail');
