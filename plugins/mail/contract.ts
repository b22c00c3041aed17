/** Mail: what people are told who are not looking at a page. */
import { token } from '../../kernel/index.ts';

/** A letter to one address. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends mail through the SMTP server of the configuration (`mail.url`). */
export interface Mail {
  /** False: no server is configured; then nothing is sent, and whoever would have sent a link shows it instead. */
  readonly isConfigured: boolean;
  /**
   * Resolves true when the server took the letter, false when none is configured. Throws `mail.not_sent` (unavailable)
   * when it can't be reached or refuses, `mail.too_many_letters` (limited) when one address was sent 20 within an hour.
   */
  send(letter: Letter): Promise<boolean>;
}

/** The mail service. */
export const Mail = token<Mail>('mail.mail');
