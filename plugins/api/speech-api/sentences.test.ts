import { describe, expect, it } from 'vitest';
import { Sentences } from './sentences.ts';

/** What is taken after each part, then the rest. */
function taken(parts: readonly string[], longest = 40, room = 1000): string[] {
  const sentences = new Sentences(longest, room);
  const found: string[] = [];
  for (const [index, part] of [...parts, ''].entries()) {
    sentences.add(part);
    for (let text = sentences.take(index === parts.length); text !== ''; ) {
      found.push(text);
      text = sentences.take(index === parts.length);
    }
  }
  return found;
}

describe('sentences', () => {
  it('are taken when they are whole', () => {
    expect(taken(['Wat', 'er it. ', 'Twice a', ' week.'])).toEqual(['Water it.', 'Twice a week.']);
  });

  it('are taken together when several are there', () => {
    expect(taken(['One. Two! Three? Four'])).toEqual(['One. Two! Three?', 'Four']);
  });

  it('do not end in a number', () => {
    expect(taken(['It costs 3.', '50 today. '])).toEqual(['It costs 3.50 today.']);
  });

  it('end in other scripts and at lines', () => {
    expect(taken(['你好。', '再见！', 'a list\n', 'more'])).toEqual(['你好。', '再见！', 'a list', 'more']);
  });

  it('are cut between words when they are too long, else between characters', () => {
    expect(taken(['one two three'], 8)).toEqual(['one two', 'three']);
    expect(taken(['aaaaaaaaaa'], 4)).toEqual(['aaaa', 'aaaa', 'aa']);
    expect(taken(['aaa𝒜𝒜'], 4).join('')).toBe('aaa𝒜𝒜');
    expect(taken(['aaa𝒜𝒜'], 4).every((text) => text.isWellFormed())).toBe(true);
  });

  it('of signs alone are not said', () => {
    expect(taken(['---\n', '```\n', 'Yes. ', '🙂 '])).toEqual(['Yes.']);
  });

  it('beyond the room are left out', () => {
    expect(taken(['Hello. ', 'World. ', 'More.'], 40, 10)).toEqual(['Hello.', 'Wor']);
  });
});
