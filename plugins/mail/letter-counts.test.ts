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
