import { expect, it } from 'vitest';
import { accountEmail } from './email-text.ts';

it('tells how a link is ended, which a new password does not end', () => {
  expect(accountEmail('sign-in-linked', 0, '').text).toContain('delete the connection');
  expect(accountEmail('password-changed', 0, '').text).not.toContain('delete the connection');
});
