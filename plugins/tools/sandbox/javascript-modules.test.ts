import { afterAll, beforeAll, describe, it } from 'vitest';
import { compareWithNode } from './testing/compare-with-node.ts';
import { startSandbox, type TestSandbox } from './testing/start-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(() => {
  sandbox = startSandbox({ timeMs: 20_000 });
});
afterAll(() => sandbox.close());

const { expectSame } = compareWithNode(() => sandbox);

describe('what code finds in modules', () => {
  it('does as in Node: crypto', async () => {
    await expectSame([
      "require('crypto').createHash('sha1').update('a').copy().update('b').digest('hex')",
      "(() => { const h = require('crypto').createHash('md5').update('a'), c = h.copy(); h.update('b'); return [h.digest('hex'), c.digest('hex')] })()",
      "(() => { const h = require('crypto').createHash('md5'); h.digest(); return h.copy() })()",
      "require('crypto').timingSafeEqual(Buffer.from('ab'), Buffer.from('ab'))",
      "require('crypto').timingSafeEqual(Buffer.from('ab'), Buffer.from('ac'))",
      "require('crypto').timingSafeEqual(Buffer.from('ab'), Buffer.from('a'))",
      ...['SHA-1', 'sha-256', 'SHA-512', 'MD5'].map(
        (name) =>
          `[...new Uint8Array(await crypto.subtle.digest('${name}', new TextEncoder().encode('xäy').subarray(1)))]`,
      ),
      "[...new Uint8Array(await crypto.subtle.digest({ name: 'SHA-256' }, new ArrayBuffer(2)))].length",
      "await crypto.subtle.digest('SHA-256', 'text')",
    ]);
  });

  it('does as in Node: querystring, util, timers', async () => {
    const queries = ["'a=1&b=%20x+y&a=2&c&a=3'", "''", "'__proto__=1&constructor=2'"];
    const values = ["{ a: 1, b: ['x', 'y z'], c: '&=ä', d: null, e: undefined, f: true, g: { h: 1 } }", '{}', 'null'];
    await expectSame([
      ...queries.map((text) => `Object.entries(require('querystring').parse(${text}))`),
      ...values.map((value) => `require('node:querystring').stringify(${value})`),
      "require('querystring').escape('a b/ü')",
      "require('querystring').unescape('a%20b')",
      "await require('util').promisify((a, done) => done(null, a + 1))(1)",
      "await require('util').promisify((done) => done(new RangeError('x')))()",
      "await require('util').promisify(setTimeout)(1, 'late')",
      "await require('timers/promises').setTimeout(1, 'late')",
      "await require('node:timers/promises').setImmediate('soon')",
      "require('util').promisify(5)",
    ]);
  });
});

describe('what Intl has besides numbers, dates and order', () => {
  it('does as in Node', async () => {
    await expectSame([
      "[0, 1, 2, 5].map((n) => new Intl.PluralRules('ru').select(n))",
      "new Intl.PluralRules('en', { type: 'ordinal' }).select(22)",
      "new Intl.RelativeTimeFormat('de', { numeric: 'auto' }).format(-1, 'day')",
      "new Intl.RelativeTimeFormat('en').format(3, 'no unit')",
      "new Intl.ListFormat('en', { type: 'disjunction' }).format(['a', 'b', 'c'])",
      "new Intl.ListFormat('zh').format(new Set(['甲', '乙']))",
      "new Intl.DisplayNames('fr', { type: 'region' }).of('DE')",
      "new Intl.DisplayNames('fr', { type: 'currency' }).of('JPY')",
      "new Intl.DisplayNames('fr', {})",
      "[...new Intl.Segmenter('zh', { granularity: 'word' }).segment('你好世界, a\\0b')].map((s) => s.segment)",
      "[...new Intl.Segmenter('en', { granularity: 'word' }).segment('Hi you')].map((s) => [s.segment, s.index, s.input, s.isWordLike])",
      "[...new Intl.Segmenter('zh', { granularity: 'word' }).segment('你好世界'.repeat(4000))].length",
      "[...new Intl.Segmenter('en').segment('e\\u0301😀')].length",
      "new Intl.PluralRules('no language')",
    ]);
  });
});
