import { PlatformError } from '#kernel';

/** A text of a service's answer; a number is one as well. Throws `connected-accounts.invalid_answer`. */
export function textIn(answer: unknown, name: string): string {
  const value = (answer as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value).slice(0, 300);
  const message = `The service did not say who the account belongs to (${name}). Try again, or choose another account.`;
  throw new PlatformError('invalid', 'connected-accounts.invalid_answer', message);
}
