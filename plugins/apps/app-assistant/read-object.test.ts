import { expect, it } from 'vitest';
import { readObject } from './read-object.ts';

it.each([
  ['alone', '{"a": 1}'],
  ['in a fence', 'Here:\n```json\n{"a": 1}\n```\nDone.'],
  ['between words', 'I think {"a": 1} does it.'],
  ['after thoughts', '<think>{"b": 2}</think>\n{"a": 1}'],
  ['with small mistakes', "{'a': 1,}"],
])('an object is read %s', (_, answer) => {
  expect(readObject(answer)).toEqual({ a: 1 });
});

it('a long one is read as it is, and is not repaired', () => {
  const long = JSON.stringify({ a: 'x'.repeat(150_000) });
  expect(Object.keys(readObject(`\`\`\`\n${long}\n\`\`\``) ?? {})).toEqual(['a']);
  expect(readObject(`{"a":${'"'.repeat(150_000)}`)).toBeNull();
  expect(readObject('')).toBeNull();
  expect(readObject('[1, 2]')).toBeNull();
});
