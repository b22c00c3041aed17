import { expect, it } from 'vitest';
import { LetterCounts } from './letter-counts.ts';

it('one address gets twenty letters an hour, in whatever case, and others are not held up by it', () => {
  let now = 0;
  const counts = new LetterCounts(() => now);
  for (let letter = 0; letter < 20; letter += 1) counts.add('Ada@example.com');
  expect(() => counts.add('ada@example.com')).toThrow(expect.objectContaining({ code: 'mail.too_many_letters' }));
  counts.add('eve@example.com');
  now = 3_600_000;
  counts.add('ada@example.com');
});

it('what people have written keeps no letter of the platform itself from an address', () => {
  const counts = new LetterCounts(() => 0);
  for (let letter = 0; letter < 20; letter += 1) counts.add('ada@example.com', 'forms');
  expect(() => counts.add('ada@example.com', 'forms')).toThrow(
    expect.objectContaining({ code: 'mail.too_many_letters' }),
  );
  for (let letter = 0; letter < 20; letter += 1) counts.add('ada@example.com');
  counts.add('ada@example.com', 'invitations');
});
