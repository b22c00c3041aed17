import { expect, it } from 'vitest';
import { EmailRateLimit } from './email-rate-limit.ts';

it('one address gets twenty e-mails an hour, in whatever case, and others are not held up by it', () => {
  let now = 0;
  const counts = new EmailRateLimit(() => now);
  for (let email = 0; email < 20; email += 1) counts.add('Ada@example.com');
  expect(() => counts.add('ada@example.com')).toThrow(expect.objectContaining({ code: 'mail.too_many_letters' }));
  counts.add('eve@example.com');
  now = 3_600_000;
  counts.add('ada@example.com');
});

it('what people have written keeps no e-mail of the platform itself from an address', () => {
  const counts = new EmailRateLimit(() => 0);
  for (let email = 0; email < 20; email += 1) counts.add('ada@example.com', 'forms');
  expect(() => counts.add('ada@example.com', 'forms')).toThrow(
    expect.objectContaining({ code: 'mail.too_many_letters' }),
  );
  for (let email = 0; email < 20; email += 1) counts.add('ada@example.com');
  counts.add('ada@example.com', 'invitations');
});
