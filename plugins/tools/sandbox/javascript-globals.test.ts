import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareWithNode } from './testing/compare-with-node.ts';
import { startSandbox, type TestSandbox } from './testing/start-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(() => {
  sandbox = startSandbox({ timeMs: 20_000 });
});
afterAll(() => sandbox.close());

const { inside, expectSame } = compareWithNode(() => sandbox);

describe('URL', () => {
  const addresses: readonly (readonly [string, string?])[] = [
    ['https://example.com'],
    ['  HTTPS://User:pa%20ss@EXAMPLE.com:443/a/../b/./c?q=1&r=a b#frag ment '],
    ['http://example.com:8080/%7Efoo/ü/"<>`{}|^?x=\'"<>#`'],
    ['http://example.com:80'],
    ['http:\\\\example.com\\a\\b?c\\d'],
    ['http:example.com'],
    ['//other.test/x', 'https://host.test/a/b?c#d'],
    ['/root', 'https://u:p@host.test:8443/a/b?c#d'],
    ['rel/../x', 'https://host.test/a/b?c#d'],
    ['../../../x', 'https://host.test/a/b/'],
    ['?q', 'https://host.test/a/b?c#d'],
    ['#f', 'https://host.test/a/b?c#d'],
    ['', 'https://host.test/a/b?c#d'],
    ['https:rel', 'https://host.test/a/b'],
    ['.', 'https://host.test/a/b'],
    ['..', 'https://host.test/a/b/c'],
    ['%2e%2E/x', 'https://host.test/a/b/c/d'],
    ['mailto:a@b.test?subject=x y'],
    ['data:text/plain,hello world#x'],
    ['javascript:alert(1)'],
    ['#x', 'mailto:a@b.test'],
    ['x', 'mailto:a@b.test'],
    ['file:///C:/a/../../b'],
    ['file:///etc/passwd'],
    ['file://localhost/x'],
    ['custom://Host.Test:99/a b?c#d'],
    ['custom:/a/b'],
    ['custom:/..//x'],
    ['custom:///x'],
    ['http://127.1/'],
    ['http://0x7f.0.0.1/'],
    ['http://2130706433/'],
    ['http://0177.0.0.1'],
    ['http://256.1.1.1'],
    ['http://1.2.3.4.5'],
    ['http://[::1]:3000/x'],
    ['http://[2001:DB8:0:0:1:0:0:1]'],
    ['http://[1:2:3:4:5:6:7:8]'],
    ['http://[::ffff:1.2.3.4]'],
    ['http://[1::2::3]'],
    ['http://[1:2]'],
    ['http://münchen.de/straße'],
    ['http://例え.テスト/パス?キー=値'],
    ['http://例。test/'],
    ['http://exa mple.com'],
    ['http://a%41b.test'],
    ['http://a%zz'],
    ['http://'],
    ['https://?x'],
    ['http://host:99999'],
    ['http://host:ab'],
    ['http://host:'],
    ['http://@host'],
    ['http://a:b@c:d@host/'],
    ['no scheme'],
    [''],
    ['ht\ntp://ho\tst/a\nb'],
    ['http://host/\ud800?\udc00'],
    ['wss://host:443/s'],
    ['ftp://host:21/f;type=i'],
  ];

  it('reads addresses as Node does', async () => {
    const parts = 'href origin protocol username password host hostname port pathname search hash'.split(' ');
    const show = (args: string) =>
      `(() => { const u = new URL(${args}); return [${parts.map((part) => `u.${part}`).join()}, String(u), [...u.searchParams]] })()`;
    await expectSame(addresses.map((address) => show(address.map((each) => JSON.stringify(each)).join())));
  });

  it('changes its parts as Node does', async () => {
    const changes = [
      "href = 'http://new.test/?a=1'",
      "protocol = 'http'",
      "protocol = 'mailto:'",
      "username = 'a:b'",
      "password = 'p@ss'",
      "host = 'other.test:81'",
      "host = 'other.test'",
      "hostname = 'OTHER.test'",
      "hostname = 'a b'",
      "port = '8080'",
      "port = '443'",
      "port = ''",
      "port = '80x'",
      "pathname = 'x y/../z?#'",
      "search = '?a=b c&d'",
      "search = ''",
      "hash = 'top'",
      "hash = ''",
    ];
    const show = (change: string) =>
      `(() => { const u = new URL('https://host.test:444/p?q=1#h'); u.${change}; return [u.href, [...u.searchParams]] })()`;
    const params = [
      "append('a', 'b c')",
      "set('q', 'ä&=')",
      "delete('q')",
      "append('b', '1'), p.append('a', '2'), p.sort()",
    ].map(
      (change) =>
        `(() => { const u = new URL('https://h.test/?q=1'), p = u.searchParams; p.${change}; return u.href })()`,
    );
    await expectSame([
      ...changes.map(show),
      ...params,
      "URL.canParse('x')",
      "URL.canParse('x', 'http://h')",
      "URL.parse('x')",
      "JSON.stringify({ u: new URL('http://h') })",
      "(() => { const u = new URL('http://h?a=1'); const p = u.searchParams; u.search = '?b=2'; return [p.get('a'), p.get('b'), p === u.searchParams] })()",
    ]);
  });

  it('has parameters as Node has them', async () => {
    const made = [
      "'?a=1&b=%20x+y&a=2&c&=d&%zz=%ff'",
      "{ a: 1, b: 'x y' }",
      "[['a', 1], ['a', 'ü']]",
      'new Map([[1, 2]])',
      '',
    ];
    const show = (init: string) =>
      `(() => { const p = new URLSearchParams(${init}); return [String(p), [...p], p.get('a'), p.getAll('a'), p.has('a'), p.has('a', '2'), p.size, [...p.keys()], [...p.values()], Object.fromEntries(p)] })()`;
    await expectSame([
      ...made.map(show),
      "(() => { const p = new URLSearchParams('a=1&b=2&a=3'); p.set('a', 9); p.append('c', `!'()*~`); p.delete('b', 'x'); return String(p) })()",
      "(() => { const p = new URLSearchParams('a=1&a=2'); p.delete('a', '1'); return String(p) })()",
      "(() => { const p = new URLSearchParams('b=1&a=2'); const l = []; p.forEach((v, k) => l.push(k + v)); return l })()",
      'new URLSearchParams([[1]])',
    ]);
  });
});

describe('structuredClone', () => {
  it('copies what Node copies', async () => {
    const show = (value: string, look: string) => `(() => { const c = structuredClone(${value}); return ${look} })()`;
    await expectSame([
      show('{ a: [1, { b: new Date(5) }], u: undefined }', '[c.a[1].b.getTime(), c.a[1].b instanceof Date, "u" in c]'),
      show('new Map([[{ k: 1 }, new Set([1])]])', '[...c].map(([k, v]) => [k, [...v]])'),
      show('(() => { const a = { x: 1 }; a.self = a; return a })()', 'c.self === c && c.x'),
      show('[1, , 3]', '[c.length, 1 in c]'),
      show('new RangeError("r", { cause: 4 })', '[c instanceof RangeError, c.message, c.cause]'),
      show('/x/gi', '[c.source, c.flags]'),
      show('new Uint16Array([1, 2]).subarray(1)', '[c.length, c[0], c.constructor.name]'),
      show('1n', 'String(c)'),
      show('JSON.parse(\'{"__proto__":{"a":1}}\')', '[Object.keys(c), c.a]'),
      show('new (class A { x = 1 })()', '[c.constructor.name, c.x]'),
      'structuredClone(() => 1)',
      'structuredClone({ s: Symbol("x") })',
    ]);
  });
});

describe('timers', () => {
  it('call in the order of their times, promises between them', async () => {
    const code = `async function main() {
      const seen = [];
      setTimeout(() => seen.push('late'), 30);
      setTimeout((name) => { seen.push(name); Promise.resolve().then(() => seen.push('then')) }, 5, 'early');
      setTimeout(() => seen.push('same'), 5);
      const gone = setTimeout(() => seen.push('never'), 1);
      clearTimeout(gone);
      queueMicrotask(() => seen.push('micro'));
      let ticks = 0;
      await new Promise((done) => { const id = setInterval(() => { if (++ticks === 3) { clearInterval(id); done() } }, 2) });
      await new Promise((done) => setTimeout(done, 40));
      await new Promise((done) => setImmediate(done));
      return { seen, ticks };
    }`;
    expect(await sandbox.run(code)).toMatchObject({
      ok: true,
      output: '{"seen":["micro","early","then","same","late"],"ticks":3}',
    });
  });

  it('are what Node gives: held or not, begun anew, closed, a number', async () => {
    const timer = (then: string) => `((timer) => ${then})(setTimeout(() => 1, 1))`;
    await expectSame([
      timer('timer.hasRef()'),
      timer('timer.unref() === timer && timer.hasRef()'),
      timer('timer.unref().ref() === timer && timer.hasRef()'),
      timer('timer.refresh() === timer && timer.close() === timer'),
      timer('typeof timer + typeof +timer + (+timer > 0)'),
      timer('timer.constructor.name'),
      'setInterval(() => 1, 1).unref().close().hasRef()',
      'setImmediate(() => 1).unref().hasRef()',
      "new Promise((done) => { const timer = setTimeout(done, 10, 'called'); clearTimeout(+timer); setTimeout(done, 30, 'cleared') })",
      "new Promise((done) => { setTimeout(done, 1, 'closed').close(); setTimeout(done, 20, 'late') })",
      `new Promise((done) => {
        let calls = 0;
        const timer = setTimeout(() => { if (++calls < 3) timer.refresh(); else done(calls) }, 1);
      })`,
    ]);
  });

  it('end with main, and with the time of the node', async () => {
    const short = startSandbox({ timeMs: 300 });
    try {
      expect(await short.run('function main() { setTimeout(() => { for (;;); }, 1); return { a: 1 } }')).toMatchObject({
        ok: true,
      });
      for (const wait of ['setTimeout(done, 60000)', 'setInterval(() => {}, 1)']) {
        const code = `async function main() { await new Promise((done) => { ${wait} }); return {} }`;
        expect(await short.run(code)).toMatchObject({ ok: false, type: 'Timeout' });
      }
    } finally {
      await short.close();
    }
  });

  it('that throw fail the call with their line', async () => {
    const code =
      'async function main() {\n  setTimeout(() => {\n    throw new Error("late")\n  }, 1);\n  await new Promise(() => {});\n}';
    expect(await sandbox.run(code)).toMatchObject({ ok: false, type: 'CodeError', message: 'Error: late (line 3)' });
  });
});

describe('numbers and dates for people', () => {
  it('read as in Node', async () => {
    const date = 'new Date(Date.UTC(2024, 1, 29, 16, 5, 9))';
    await expectSame([
      '(1234567.891).toLocaleString()',
      "(1234.5).toLocaleString('de-DE', { style: 'currency', currency: 'EUR' })",
      "(0.256).toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })",
      "(1234567).toLocaleString('en-IN')",
      '[1234.5, 6].toLocaleString()',
      '(12345678901234567890n).toLocaleString()',
      'NaN.toLocaleString()',
      '(-Infinity).toLocaleString()',
      `${date}.toLocaleString('en-US', { timeZone: 'Asia/Shanghai' })`,
      `new Date(${date}.toLocaleString('en-US', { timeZone: 'Asia/Shanghai' })).getDate()`,
      `${date}.toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false })`,
      `${date}.toLocaleDateString('de-DE', { timeZone: 'UTC', weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })`,
      `${date}.toLocaleTimeString('en-GB', { timeZone: 'America/New_York' })`,
      `${date}.toLocaleDateString('en-US', { timeZone: 'UTC', hour: '2-digit' })`,
      `${date}.toLocaleString('fr', { timeZone: 'UTC', dateStyle: 'full', timeStyle: 'short' })`,
      `${date}.toLocaleString(['xx-notthere', 'en'], { timeZone: 'UTC' })`,
      'new Date(NaN).toLocaleString()',
      `new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(${date})`,
      `Intl.DateTimeFormat('en', { timeZone: 'UTC', hour: 'numeric' }).formatToParts(${date})`,
      "new Intl.NumberFormat('ja-JP', { style: 'currency', currency: 'JPY' }).format(5000)",
      "[1, 2000].map(new Intl.NumberFormat('en', { notation: 'compact' }).format)",
      "new Intl.NumberFormat('en').resolvedOptions().locale",
      "(1).toLocaleString('not a locale')",
      "(1).toLocaleString('en', { minimumFractionDigits: 1000 })",
      `${date}.toLocaleString('en', { timeZone: 'Mars/Base' })`,
      "Number.prototype.toLocaleString.call('x')",
    ]);
  });

  it('have for dates the parts that their options leave open', async () => {
    const options = ['', "hour: 'numeric'", "era: 'short'", "weekday: 'long'", "dayPeriod: 'long'", 'hour12: false'];
    options.push("timeStyle: 'short'", "dateStyle: 'medium'", "timeZoneName: 'short'", 'fractionalSecondDigits: 2');
    const methods = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'];
    await expectSame([
      ...methods.flatMap((method) =>
        options.map((option) => `new Date(0).${method}('de', { timeZone: 'Asia/Tokyo', ${option} })`),
      ),
      "(-0).toLocaleString('en')",
      "(1).toLocaleString('en', { minimumFractionDigits: Infinity })",
      "(1).toLocaleString('en', { style: 'currency' })",
    ]);
  });

  it('order texts as Node does', async () => {
    const words = [
      '',
      'a',
      'B',
      'b',
      'aB',
      'ab',
      'Ab',
      'a b',
      'é',
      'e1',
      'e10',
      'e9',
      '-',
      '_',
      '李',
      'ß',
      'ss',
      'a\0b',
    ];
    const pairs = (how: string) =>
      `${JSON.stringify(words)}.map((x, _, all) => all.map((y) => x.localeCompare(y${how})))`;
    await expectSame([
      pairs(''),
      pairs(", 'de'"),
      pairs(', undefined, { numeric: true }'),
      pairs(", 'en', { sensitivity: 'base' }"),
      `${JSON.stringify(words)}.sort(new Intl.Collator('zh').compare)`,
      "'a'.localeCompare('b', 'no language')",
      "new Intl.Collator('no language')",
    ]);
  });

  it('are in UTC where nothing is said, whatever zone the server is in', async () => {
    expect(await inside('new Date(0).toLocaleString()')).toBe('1/1/1970, 12:00:00 AM');
    expect(await inside('Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe('UTC');
  });
});

describe('modules', () => {
  it('that have a counterpart can be required', async () => {
    const code = `const { URL, URLSearchParams } = require('url');
      const { Buffer } = require('node:buffer');
      const util = require('util');
      function main() { return { a: new URL('http://h').href, b: Buffer.from('x').length, c: typeof util.TextEncoder, d: String(new URLSearchParams('a=1')) } }`;
    expect(await sandbox.run(code)).toMatchObject({
      ok: true,
      output: '{"a":"http://h/","b":1,"c":"function","d":"a=1"}',
    });
  });

  it("are exported into nothing: module and exports are the code's own", async () => {
    const code = `function main() { return { m: Object.keys(module), e: Object.keys(module.exports), p: typeof module.parent } }
      if (typeof module !== 'undefined' && module.exports) module.exports = { main };
      exports.other = 1;`;
    expect(await sandbox.run(code)).toMatchObject({ output: '{"m":["exports"],"e":["main"],"p":"undefined"}' });
  });

  it.each(['fs', 'child_process', 'axios', '__proto__'])('such as %s are refused with what there is', async (name) => {
    expect(await sandbox.run(`const x = require('${name}'); function main() { return {} }`)).toMatchObject({
      ok: false,
      type: 'CodeError',
      message: expect.stringMatching(
        new RegExp(`^Error: Cannot find module '${name}': .*buffer, crypto.*\\(line 1\\)$`),
      ),
    });
  });

  it('leave names to the code: it may declare them itself', async () => {
    for (const own of [
      'const URL = 1',
      'let Buffer = 1',
      'var crypto = 1',
      'function fetch() {}',
      'class Headers {}',
      'Intl = 1',
    ]) {
      const name = /URL|Buffer|crypto|fetch|Headers|Intl/.exec(own)?.[0];
      const kind = /function|class/.test(own) ? 'function' : 'number';
      expect(await sandbox.run(`${own}; function main() { return { t: typeof ${name} } }`)).toMatchObject({
        output: `{"t":"${kind}"}`,
      });
    }
  });
});

it('the console has the methods that code uses elsewhere', async () => {
  const code = `function main() { console.table([{ a: 1 }]); console.dir({ b: 2 }); console.time('x'); console.timeEnd('x');
    console.group('g'); console.groupEnd(); console.assert(true, 'no'); console.assert(false, 'yes'); console.trace('t'); return {} }`;
  expect(await sandbox.run(code)).toMatchObject({ logs: ['[{"a":1}]', '{"b":2}', 'g', 'Assertion failed yes', 't'] });
});
