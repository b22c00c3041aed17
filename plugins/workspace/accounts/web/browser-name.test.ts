import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

it('calls browsers as people do, and what it does not know as it calls itself', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  expect(browserName(chrome)).toBe('Chrome, Linux');
  expect(browserName(`${chrome} Edg/140.0.0.0`)).toBe('Edge, Linux');
  expect(browserName(chrome.replace('Chrome/', 'HeadlessChrome/'))).toBe('Chrome, Linux');
  expect(browserName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1')).toBe(
    'Safari, iOS',
  );
  expect(browserName('curl/8.9')).toBe('curl/8.9');
});
