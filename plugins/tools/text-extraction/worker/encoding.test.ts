import { describe, expect, it } from 'vitest';
import { encodedAs, encodedTexts } from '#plugins/text-extraction/testing/encoded-texts.ts';
import { charsetOf, decodeText, looksLikeText, readText } from './encoding.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const wide = (text: string) => Buffer.from(text, 'utf16le');
const swapped = (text: string) => wide(text).swap16();

describe('text is decoded', () => {
  it('as UTF-8, with a mark or without', () => {
    expect(decodeText(Buffer.from('naïve 世界 \u{1F600}'))).toBe('naïve 世界 \u{1F600}');
    expect(decodeText(Buffer.from('\ufeffmarked'))).toBe('marked');
    expect(decodeText(new Uint8Array())).toBe('');
  });

  it('as UTF-16, either way around, with a mark or without', () => {
    for (const text of ['key: value\r\n', '第一行 1\n第二行 2\n', 'Überschrift 42']) {
      expect(decodeText(wide(`\ufeff${text}`))).toBe(text);
      expect(decodeText(swapped(`\ufeff${text}`))).toBe(text);
      expect(decodeText(wide(text))).toBe(text);
      expect(decodeText(swapped(text))).toBe(text);
    }
  });

  it.each([
    ['GBK', 'c4e3bac3a3accac0bde7', '你好，世界'],
    ['GB18030', 'd6d0cec4b2e2cad4a3ba8135f437b0d1d5e2b6ced7d6b6c1b3f6c0b4a1a3', undefined],
    ['Shift_JIS', '82b182f182c982bf82cd8141 90a28a4581420d0a93fa967b8cea82cc8343838983588367', undefined],
    ['Latin-1', '43 61 66 e9 20 e0 20 6c 61 20 63 72 e8 6d 65', 'Café à la crème'],
    ['windows-1252', '93 71 75 6f 74 65 64 94 20 96 20 64 61 73 68', '“quoted” – dash'],
    ['EUC-KR', 'bec8b3e7c7cfbcbcbfe4 20 b9ddb0a9bdc0b4cfb4d9 2e 20 b0a8bbe7c7d5b4cfb4d9', undefined],
    ['KOI8-R', 'f0d2c9d7c5d42c20cdc9d22120ebc1cb20c4c5ccc13f', undefined],
  ])('from %s', (encoding, bytes, text) => {
    const wanted = text ?? new TextDecoder(encoding === 'GBK' ? 'gb18030' : encoding).decode(hex(bytes));
    expect(decodeText(hex(bytes))).toBe(wanted);
  });

  it.each(encodedTexts)('from %s that nothing declares, however short', (encoding, texts) => {
    for (const text of texts) expect(decodeText(encodedAs(encoding, text))).toBe(text);
  });

  it('by its head, where it has one', () => {
    const page = '<html><head><meta charset="gbk"><title>中</title></head></html>';
    expect(readText(encodedAs('gb18030', page))).toEqual({ text: page, encoding: 'gbk', isCertain: true });
    const feed = '<?xml version="1.0" encoding="koi8-r"?><a>Ц</a>';
    expect(readText(encodedAs('koi8-r', feed))).toEqual({ text: feed, encoding: 'koi8-r', isCertain: true });
  });

  it('by its bytes where servers say latin-1 of everything, and by what they say otherwise', () => {
    expect(readText(Buffer.from('größe'), 'iso-8859-1').text).toBe('größe');
    expect(readText(encodedAs('gb18030', '联通'), 'gbk').text).toBe('联通');
    expect(charsetOf('text/html; boundary=x; Charset="GBK"')).toBe('GBK');
  });

  it('with a broken character or two, which change nothing of the rest', () => {
    const cut = (bytes: Uint8Array) => Buffer.concat([bytes, hex('e4')]);
    const text = 'Größe und Länge, schön übersetzt';
    expect(readText(cut(Buffer.from(text)))).toEqual({ text: `${text}\ufffd`, encoding: 'utf-8', isCertain: false });
    expect(readText(cut(Buffer.from(text)), 'utf-8').text).toBe(`${text}\ufffd`);
    const chinese = '订单已发货，请注意查收。';
    expect(readText(cut(encodedAs('gb18030', chinese)), 'gbk').text).toBe(`${chinese}\ufffd`);
    // Declared wrongly: it is nothing like that.
    expect(readText(encodedAs('gb18030', chinese), 'utf-8').text).toBe(chinese);
  });

  it('in a time that grows with its length: a word without an end', () => {
    expect(readText(Buffer.alloc(4 << 20, 0xf1)).isCertain).toBe(false);
  });

  it('and says where it can only guess', () => {
    expect(readText(hex('b1')).isCertain).toBe(false);
    expect(readText(encodedAs('gb18030', '订单已发货，请注意查收。')).isCertain).toBe(true);
    expect(readText(Buffer.from('plain')).isCertain).toBe(true);
  });

  it('by what it declares when its bytes leave a choice', () => {
    expect(decodeText(hex('b1'), 'iso-8859-2')).toBe('ą');
    expect(decodeText(hex('c4 e3'), 'no-such-encoding')).not.toContain('\ufffd');
  });

  it('whatever it is', () => {
    expect(decodeText(hex('80 ff 81 fe 00 01'))).not.toBe('');
  });
});

describe('text and data', () => {
  it('are told apart', () => {
    for (const text of ['plain', '世界', 'tab\tline\r\n', '']) expect(looksLikeText(Buffer.from(text))).toBe(true);
    expect(looksLikeText(wide('two bytes each'))).toBe(true);
    expect(looksLikeText(hex('c4e3bac3'))).toBe(true);
    expect(looksLikeText(hex('89504e470d0a1a0a0000000d49484452'))).toBe(false);
    expect(looksLikeText(hex('7f454c4602010100000000000000000003003e00'))).toBe(false);
  });
});
