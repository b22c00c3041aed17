import { PlatformError } from '#kernel';

/** What mail servers take for an address, loosely: the proof is that a mail arrives. */
const shape = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}$/u;

/**
 * One spelling of an address: accounts and invitations are found and counted by it. Without what nobody sees (control
 * and format characters), composed (NFC), in lower case.
 */
export function plainEmail(address: string): string {
  return address
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
    .normalize('NFC')
    .toLowerCase();
}

/** The same of what is an address. Throws `accounts.invalid_email`. */
export function checkedEmail(address: string): string {
  const email = plainEmail(address);
  if (shape.test(email)) return email;
  const message = 'That is no e-mail address; write it like ada@example.com.';
  throw new PlatformError('invalid', 'accounts.invalid_email', message, { field: 'email' });
}
