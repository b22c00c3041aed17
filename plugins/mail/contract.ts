/** Mail: what people are told who are not looking at a page. */
import { token } from '../../kernel/index.ts';

/** A letter to one address. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /**
   * What letters of one kind are about that people have written by the platform. They are counted apart: who floods an
   * address with them keeps no letter of the platform itself (a new password …) from it.
   */
  readonly about?: 'invitations' | 'forms';
}

/** Sends mail through the SMTP server of the configuration (`mail.url`). */
export interface Mail {
  /** False: no server is configured; then nothing is sent, and whoever would have sent a link shows it instead. */
  readonly isConfigured: boolean;
  /**
   * Resolves true when the server took the letter, false when none is configured. Throws `mail.not_sent` (unavailable)
   * when it can't be reached or refuses, `mail.too_many_letters` (limited) when one address was sent 20 of the kind within
   * an hour.
   */
  send(letter: Letter): Promise<boolean>;
}

/** The mail service. */
export const Mail = token<Mail>('mail.mail');
