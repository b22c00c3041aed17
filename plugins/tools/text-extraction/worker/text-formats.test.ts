import { describe, expect, it } from 'vitest';
import { reply, textOf } from '#plugins/text-extraction/testing/extract-text.ts';
import { parseCsv } from './formats/csv.ts';

describe('text', () => {
  it('of plain formats and sources stays as it is', async () => {
    for (const [name, text] of [
      ['a.txt', 'one\r\ntwo  \n'],
      ['a.md', '<html> is *not* a page here\n'],
      ['a.json', '{"n": 1.0, "big": 12345678901234567890}'],
      ['a.yaml', 'key: [1, 2]\n'],
      ['a.xml', '<?xml version="1.0"?><a>&amp;</a>'],
      ['a.vue', '<html><script></script></html>'],
      ['a.py', 'def main():\n    return 1\n'],
      ['README', 'no ending'],
      ['.env', 'A=1'],
    ] as const) {
      expect(await textOf(name, text)).toBe(text);
    }
  });

  it('has no characters that no database takes', async () => {
    expect(await textOf('a.txt', Buffer.from('\ufeffa\0b\ud800c', 'utf16le'))).toBe('ab\ufffdc');
  });

  it('that is empty gives empty text', async () => {
    expect(await textOf('a.pdf', '')).toBe('');
  });

  it('is found by its media type when the name does not tell', async () => {
    expect(await textOf('file', 'a,b\n1,2', { mediaType: 'text/csv' })).toContain('| --- |');
    expect(await textOf('file', '<p>x</p>', { mediaType: 'text/html' })).toBe('x');
    expect(await textOf('file', '<!doctype html><p>x</p>')).toBe('x');
  });
});

describe('CSV', () => {
  it('becomes a markdown table, cells on one line', async () => {
    expect(await textOf('a.csv', 'a,"b ""q"""\r\n1,"x\ny"\r\n\r\n2,p|q,extra')).toBe(
      '| a | b "q" |  |\n| --- | --- | --- |\n| 1 | x y |  |\n| 2 | p\\|q | extra |',
    );
  });

  it.each([
    ['a;b\n1,5;2', '| 1,5 | 2 |'],
    ['a\tb\n1\t2', '| 1 | 2 |'],
    ['a|b\n1|2', '| 1 | 2 |'],
    ['"a,b";c\n"1;2";3', '| 1;2 | 3 |'],
    ['only\none', '| one |'],
  ])('finds the separator of %j', async (text, row) => {
    expect(await textOf('a.csv', text)).toContain(row);
  });

  it('reads GBK, and what is not quoted well', async () => {
    expect(await textOf('a.csv', Buffer.from('d0d5c3fb2cc4eac1e40acdf5cef5a3ac2c3330', 'hex'))).toContain(
      '| 姓名 | 年龄 |',
    );
    expect(parseCsv('a,"open\nb', ',')).toEqual([['a', '"open'], ['b']]);
    expect(parseCsv('"a"b,c"d"\n', ',')).toEqual([['"a"b', 'c"d"']]);
    expect(parseCsv('', ',')).toEqual([]);
  });

  it('of a hundred thousand rows is read whole, or refused by its limit', async () => {
    const rows = Array.from({ length: 100_000 }, (_unused, index) => `${index},x`);
    const text = await textOf('a.csv', `id,v\n${rows.join('\n')}`);
    expect(text.split('\n')).toHaveLength(100_002);
    expect(await reply('a.csv', `id,v\n${rows.join('\n')}`, { limits: { outputChars: 400_000 } })).toMatchObject({
      ok: false,
      reason: 'limit',
      message: expect.stringContaining('400000 characters'),
    });
  });
});

describe('HTML', () => {
  it('becomes markdown without scripts, styles and hidden addresses', async () => {
    const page = `<!DOCTYPE html><html><head><title>Title</title><meta charset="utf-8"><style>b{}</style>
      <script>alert(1)</script></head><body onload="x()"><h2>Head</h2><p>One <b>two</b> <em>three</em>
      <a href="javascript:evil()">click</a> <a href="https://host.test/p?q=1">link</a></p>
      <img src="data:image/png;base64,AAAA" alt="A picture"><img src="https://host.test/i.png" alt="Other">
      <ol start="3"><li>three<li>four<ul><li>sub</li></ul></ol><noscript>no</noscript>
      <pre><code>x = 1
y = 2</code></pre><svg><text>drawn</text></svg></body></html>`;
    const text = await textOf('a.html', page);
    expect(text).toBe(
      [
        ...['Title', '', '## Head', '', 'One **two** *three* click [link](https://host.test/p?q=1)', ''],
        ...['A picture![Other](https://host.test/i.png)', '', '3. three', '4. four', '   - sub', ''],
        ...['```', 'x = 1', 'y = 2', '```'],
      ].join('\n'),
    );
  });

  it('shows tables of data as tables, nested ones inside their cell, placing ones not at all', async () => {
    const page = `<table><thead><tr><th>A</th><th colspan="2">B</th></tr></thead><tbody><tr><td>1 | 2<br>3</td>
      <td><table><tr><td>n1</td><td>n2</td></tr><tr><td>n3</td><td>n4</td></tr></table></td>
      <td><a href="https://host.test/">l</a></td></tr></tbody></table>
      <table><tr><td><h1>Placed</h1><p>text</p></td></tr></table>`;
    expect(await textOf('a.html', page)).toBe(
      [
        '| A | B |  |',
        '| --- | --- | --- |',
        '| 1 \\| 2 3 | n1, n2; n3, n4 | [l](https://host.test/) |',
        '',
        '# Placed',
        '',
        'text',
      ].join('\n'),
    );
  });

  it('is decoded as the page declares', async () => {
    const page = Buffer.concat([Buffer.from('<meta charset="shift_jis"><p>'), Buffer.from('93fa967b', 'hex')]);
    expect(await textOf('a.html', page)).toBe('日本');
  });

  it('that is nested without end is refused', async () => {
    for (const tag of ['<div>', '<b>', '<table><tr><td>']) {
      expect(await reply('a.html', tag.repeat(5000))).toMatchObject({ ok: false, reason: 'limit' });
    }
    expect(await textOf('a.html', '<p>one<br>'.repeat(5000))).toContain('one');
  });
});

describe('captions', () => {
  it('of WebVTT give what is said, and by whom', async () => {
    const vtt = `WEBVTT - title

STYLE
::cue { color: red }

NOTE nothing

1
00:00:01.000 --> 00:00:02.000 align:start
<v Ann>Hello &amp; <i>welcome</i></v>

00:00:02.000 --> 00:00:03.000
<v Ann>again

00:03.000 --> 00:04.000
<v.loud Bob>Hi
there</v>`;
    expect(await textOf('a.vtt', vtt)).toBe('Ann: Hello & welcome\nagain\nBob: Hi\nthere');
  });

  it('of SubRip too', async () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>First</i>\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\n{\\an8}Second';
    expect(await textOf('a.srt', srt)).toBe('First\nSecond');
  });
});

describe('property files', () => {
  it('give keys and values, escapes resolved', async () => {
    const text =
      '# comment\nname=Weft\npath\\ to : a\\tb\ngreeting = \\u4f60\\u597d\nlong = one \\\n   two\nempty=\nflag\n';
    expect(await textOf('a.properties', text)).toBe(
      '# comment\nname: Weft\npath to: a\tb\ngreeting: 你好\nlong: one two\nempty: \nflag:',
    );
  });
});

describe('messages', () => {
  it('give their heads, their text and the names of what is attached', async () => {
    const eml = [
      'From: =?utf-8?B?5byg5LiJ?= <zhang@host.test>',
      'To: Bob <bob@host.test>, c@host.test',
      'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
      'Date: Fri, 01 Mar 2024 10:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/html; charset=gb2312',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('3c703ec4e3bac33c2f703e', 'hex').toString('base64'),
      '--b',
      'Content-Type: application/pdf; name="plan.pdf"',
      'Content-Disposition: attachment; filename="plan.pdf"',
      '',
      'x',
      '--b--',
    ].join('\r\n');
    expect(await textOf('a.eml', eml)).toBe(
      [
        'From: 张三 <zhang@host.test>',
        'To: Bob <bob@host.test>, c@host.test',
        'Date: 2024-03-01T10:00:00.000Z',
        'Subject: Grüße',
        '',
        '你好',
        '',
        'Attachments: plan.pdf',
      ].join('\n'),
    );
  });
});
