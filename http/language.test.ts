import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

it('is the one of an account, or the one a browser likes best of those there are', () => {
  expect(languageOf('zh-Hans')).toBe('zh');
  expect(languageOf('de')).toBe('de');
  expect(languageOf('it, fr-CA;q=0.7, de;q=0.9')).toBe('de');
  expect(languageOf('es;q=0.5, en;q=0.5')).toBe('es');
});

it('is English where nothing fits', () => {
  for (const wanted of [undefined, '', '*', 'it', 'den', 'de;q=0', ';;;,', '<script>'])
    expect(languageOf(wanted)).toBe('en');
});
