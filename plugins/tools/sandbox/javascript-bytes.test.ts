import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareWithNode } from './testing/compare-with-node.ts';
import { startSandbox, type TestSandbox } from './testing/start-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(() => {
  sandbox = startSandbox({ timeMs: 20_000 });
});
afterAll(() => sandbox.close());

const { inside, expectSame } = compareWithNode(() => sandbox);

describe('bytes', () => {
  it('become text and back as in Node', async () => {
    const texts = ["''", "'aä€😀'", "'a\\ud800b'"];
    const codings = ['utf8', 'UTF-8', 'hex', 'base64', 'base64url', 'latin1', 'binary', 'ascii', 'utf16le', 'ucs2'];
    await expectSame([
      ...texts.flatMap((text) => codings.map((coding) => `Buffer.from(${text}).toString('${coding}')`)),
      ...codings.map((coding) => `[...Buffer.from('YWJj_-8=', '${coding}')]`),
      ...texts.map((text) => `[...new TextEncoder().encode(${text})]`),
      ...texts.map((text) => `Buffer.byteLength(${text})`),
      "[...Buffer.from('6869zz', 'hex')]",
      "[...Buffer.from('/+8=\\n', 'base64')]",
      'new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0xe4, 0xbd, 0xa0, 0xff]))',
      "new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff]))",
      "new TextDecoder('utf-8', { fatal: true }).decode(new TextEncoder().encode('\\ufffd'))",
      "new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new TextEncoder().encode('\\ufeffx')).length",
      "new TextDecoder('utf-16le').decode(new Uint8Array([0x60, 0x4f]))",
      'new TextDecoder().decode()',
      "new TextEncoder().encodeInto('aä€', new Uint8Array(4))",
    ]);
  });

  it('are joined, compared, cut and read as in Node', async () => {
    await expectSame([
      "JSON.stringify(Buffer.from('hi'))",
      "Buffer.concat([Buffer.from('a'), new Uint8Array([98, 99])]).toString()",
      "Buffer.concat([Buffer.from('abc'), Buffer.from('d')], 2).toString()",
      "Buffer.alloc(5, 'ab').toString()",
      '[...Buffer.alloc(3, 7)]',
      "Buffer.from('abc').equals(Buffer.from('abc'))",
      "Buffer.compare(Buffer.from('a'), Buffer.from('b'))",
      "Buffer.from('hello').slice(1, -1).toString()",
      "Buffer.from('hello').subarray(1, 3).toString('hex')",
      "Buffer.from('hello').toString('utf8', 1, 3)",
      "Buffer.from('hello').indexOf('l')",
      "Buffer.from('hello').includes('lo')",
      "Buffer.isBuffer(Buffer.from('')) && !Buffer.isBuffer(new Uint8Array())",
      "Buffer.isEncoding('hex')",
      'Buffer.from([1, 2, 3, 4]).readUInt16BE(1)',
      'Buffer.from([1, 2, 3, 4]).readUInt32LE()',
      '(() => { const b = Buffer.alloc(8); b.writeDoubleBE(1.5); return [...b] })()',
      '(() => { const b = Buffer.alloc(4); return [b.write("hello", 1), b.toString("latin1"), b.copy(Buffer.alloc(2))] })()',
      "Buffer.from(Buffer.from('x').toJSON()).toString()",
      'Buffer.from(5)',
      "Buffer.from('x', 'rot13')",
      "'' + Buffer.from('in a text')",
      'Buffer.from(new Uint8Array([104, 105]).buffer, 1).toString()',
    ]);
  });

  it('arrive whole: NULs, half characters, a mark in front', async () => {
    const texts = ["'a\\0b'", "'\\ufeffx'", "'\\u0001x'", "'\\u0001'", "'\\ud800x\\udc00'", "'\\0'"];
    await expectSame([
      ...texts.flatMap((text) => [
        `Buffer.from(${text}).toString()`,
        `Buffer.from(${text}, 'utf16le').toString('utf16le')`,
        `[...new TextEncoder().encode(${text})]`,
        `decodeURIComponent(encodeURIComponent(${text}.toWellFormed()))`,
        `[...new URLSearchParams('a=' + encodeURIComponent(${text}.toWellFormed())).values()]`,
        `new URL('http://h/?' + ${text}).href`,
        `require('crypto').createHash('md5').update(${text}).digest('hex')`,
        `${text}.localeCompare('x')`,
      ]),
      "atob(btoa('a\\0b\\xff'))",
      'new TextDecoder().decode(new Uint8Array([97, 0, 98]))',
    ]);
  });

  it('are read in the encodings that Node reads', async () => {
    const labels = ['utf-8', ' UTF8 ', 'gbk', 'gb18030', 'big5', 'shift_jis', 'euc-kr', 'latin1', 'utf-16be', 'nope'];
    const bytes = ['[0xc4, 0xe3, 0xba, 0xc3]', '[0x41, 0, 0xff]', '[0xf0, 0x9f, 0x98]', '[]'];
    await expectSame([
      ...labels.flatMap((label) => bytes.map((list) => `new TextDecoder('${label}').decode(new Uint8Array(${list}))`)),
      ...bytes.map((list) => `new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(${list}))`),
      "new TextDecoder('utf-16le', { fatal: true }).decode(new Uint8Array([0, 0xd8]))",
      "new TextDecoder('constructor')",
      "new TextDecoder('latin1').encoding",
      "Buffer.from('x', 'constructor')",
    ]);
    expect(await inside('new TextDecoder().decode(new Uint8Array([65]), { stream: true })')).toContain('all bytes');
  });

  it('are changed in place as in Node', async () => {
    const from = "Buffer.from('abcabc')";
    await expectSame([
      `${from}.toString('latin1', -1)`,
      `${from}.toString('latin1', 4, 2)`,
      `${from}.toString('latin1', '1', 99)`,
      `${from}.toLocaleString()`,
      `${from}.indexOf('c', -2)`,
      `${from}.lastIndexOf('b')`,
      `${from}.lastIndexOf('a', 2)`,
      `${from}.lastIndexOf(99)`,
      `${from}.swap16().toString()`,
      "Buffer.from('abc').swap16()",
      `${from}.fill('xy', 1, 4).toString()`,
      `${from}.fill('6162', 'hex').toString()`,
      `${from}.fill(65, 4).toString()`,
      "Buffer.alloc(5, Buffer.from('ab')).toString()",
      `(() => { const b = ${from}; return [b.write('ü', 5), b.write('xyz', 1, 2), b.write('6162', 3, 'hex'), b.toString()] })()`,
      ...['UIntBE', 'UIntLE', 'IntBE', 'IntLE'].flatMap((name) => [
        `Buffer.from([255, 2, 3, 4, 5, 6]).read${name}(0, 6)`,
        `Buffer.from([255, 2, 3]).read${name}(1, 2)`,
        `Buffer.from([255, 2, 3]).read${name}(1, 3)`,
        `(() => { const b = Buffer.alloc(5); return [b.write${name}(1000, 1, 3), [...b]] })()`,
      ]),
      'Buffer.from([1, 2]).readUint8(1)',
      "new Buffer('YQ==', 'base64').toString()",
      "Buffer.from(new String('x')).toString()",
      'Buffer.from({})',
      "Buffer.isEncoding('constructor')",
    ]);
  });

  it('of digests are those of Node', async () => {
    const { nodeHashes, lengths } = {
      nodeHashes: ['md5', 'sha1', 'sha256', 'sha384', 'SHA512', 'sha3-256'],
      lengths: [0, 1, 55, 56, 63, 64, 65, 1000],
    };
    const found = await inside(`(() => { const { createHash, createHmac } = require('node:crypto');
      return ${JSON.stringify(nodeHashes)}.flatMap((name) => ${JSON.stringify(lengths)}.map((n) => [
        createHash(name).update('ä'.repeat(n)).digest('hex'),
        createHmac(name, 'k'.repeat(n)).update('a').update(Buffer.from('b')).digest('base64'),
      ])) })()`);
    const expected = nodeHashes.flatMap((name) =>
      lengths.map((n) => [
        createHash(name).update('ä'.repeat(n)).digest('hex'),
        createHmac(name, 'k'.repeat(n)).update('ab').digest('base64'),
      ]),
    );
    expect(found).toEqual(expected);
  });

  it('of chance differ from call to call', async () => {
    const code = `[crypto.randomUUID(), require('crypto').randomBytes(16).toString('hex'), require('crypto').randomInt(5, 6), crypto.getRandomValues(new Uint8Array(70000)).some((byte) => byte > 0)]`;
    const [first, second] = [(await inside(code)) as unknown[], (await inside(code)) as unknown[]];
    expect(first[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(first[1]).toMatch(/^[\da-f]{32}$/);
    expect(first.slice(2)).toEqual([5, true]);
    expect(second[0]).not.toBe(first[0]);
    expect(second[1]).not.toBe(first[1]);
  });
});
