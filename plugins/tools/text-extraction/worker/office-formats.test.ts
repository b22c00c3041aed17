import { describe, expect, it } from 'vitest';
import {
  docx,
  encryptedTrailer,
  epub,
  openDocument,
  pdf,
  pptx,
  slideParagraph,
  wordParagraph,
  wordTable,
  xlsx,
  zip,
} from '#plugins/text-extraction/testing/documents.ts';
import { reply, textOf } from '#plugins/text-extraction/testing/extract-text.ts';
import { cellNumber, kindOfPattern } from './formats/cell-format.ts';

describe('Word', () => {
  it('gives headings, text and tables in their order, nested tables inside their cell', async () => {
    const inner = wordTable([[wordParagraph('in1'), wordParagraph('in2')]]);
    const table = wordTable([
      [wordParagraph('键'), wordParagraph('v')],
      [wordParagraph('a|b'), wordParagraph('x') + inner + wordParagraph('y')],
    ]);
    const heading = '<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>标题</w:t></w:r></w:p>';
    const document = docx(heading + wordParagraph('before') + table + wordParagraph('after &amp; end'));
    expect(await textOf('a.docx', document)).toBe(
      '## 标题\n\nbefore\n\n| 键 | v |\n| --- | --- |\n| a\\|b | x in1, in2 y |\n\nafter & end',
    );
  });

  it('is recognised by its content under any name', async () => {
    expect(await textOf('a.txt', docx(wordParagraph('same')))).toBe('same');
    expect(await textOf('no-ending', docx(wordParagraph('same')))).toBe('same');
  });
});

describe('Excel', () => {
  it('gives each sheet as a table: texts, numbers, dates, booleans, formulas', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="yyyy/mm/dd\\ hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs>';
    const data =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>in</t></is></c></row>' +
      '<row r="3"><c r="A3" s="1"><v>45351</v></c><c r="B3" s="2"><v>45351.5</v></c><c r="C3" t="b"><v>1</v></c></row>' +
      '<row r="4"><c r="A4"><v>1.5</v></c><c r="B4" t="str"><f>A4&amp;"x"</f><v>1.5x</v></c><c r="XFD4" t="e"><v>#N/A</v></c></row>';
    const texts = ['<t>姓名</t>', '<r><t>rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>reading</t></rPh>'];
    const workbook = xlsx({
      sheets: { One: data, Empty: '', 第二: '<row><c><v>7</v></c><c><v>1e3</v></c></row>' },
      texts,
      styles,
    });
    expect(await textOf('a.xlsx', workbook)).toBe(
      [
        ...['| 姓名 | rich text | in |  |', '| --- | --- | --- | --- |'],
        ...['| 2024-02-29 00:00:00 | 2024-02-29 12:00:00 | TRUE |  |', '| 1.5 | 1.5x |  | #N/A |', ''],
        ...['| 7 | 1000 |', '| --- | --- |'],
      ].join('\n'),
    );
  });

  it('knows formats of dates from those of numbers, in both calendars', () => {
    const kinds = [
      'yyyy-mm-dd',
      'h:mm',
      'm/d/yy h:mm',
      '0.00',
      '"day" 0',
      '[Red]0',
      '[$-409]d-mmm',
      '[h]:mm:ss',
      'General',
    ];
    expect(kinds.map(kindOfPattern)).toEqual([
      ...['date', 'time', 'date-time', 'number', 'number', 'number', 'date', 'time', 'number'],
    ]);
    expect(cellNumber('1', 'date', 1900)).toBe('1900-01-01 00:00:00');
    expect(cellNumber('61', 'date', 1900)).toBe('1900-03-01 00:00:00');
    expect(cellNumber('0', 'date', 1904)).toBe('1904-01-01 00:00:00');
    expect(cellNumber('0.354166666666667', 'time', 1900)).toBe('08:30:00');
    expect(cellNumber('-1', 'date', 1900)).toBe('-1');
    expect(cellNumber('1e300', 'date', 1900)).toBe('1e300');
    expect(cellNumber('0.1', 'number', 1900)).toBe('0.1');
  });
});

describe('PowerPoint', () => {
  it('gives slides in their order with tables and notes, without page numbers', async () => {
    const cell = (text: string) => `<a:tc>${slideParagraph(text)}</a:tc>`;
    const table = `<a:tbl><a:tr>${cell('k')}${cell('v')}</a:tr><a:tr>${cell('1')}${cell('二')}</a:tr></a:tbl>`;
    const number = '<a:p><a:fld type="slidenum"><a:r><a:t>9</a:t></a:r></a:fld></a:p>';
    const slides = pptx([
      { shapes: slideParagraph('First') + number, notes: slideParagraph('Say this') },
      { shapes: slideParagraph('Second') + table },
    ]);
    expect(await textOf('a.pptx', slides)).toBe(
      'First\n\nNotes: Say this\n\nSecond\n| k | v |\n| --- | --- |\n| 1 | 二 |',
    );
  });
});

describe('OpenDocument', () => {
  it('gives headings, spaces, tables, without deleted text and remarks', async () => {
    const cell = (text: string, more = '') => `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
    const body =
      '<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h text:outline-level="2">头</text:h>' +
      '<text:p>a<text:s text:c="3"/>b<text:line-break/><text:span>c</text:span><office:annotation><text:p>remark</text:p></office:annotation></text:p>' +
      `<table:table><table:table-row>${cell('x')}${cell('y', 'table:number-columns-repeated="2"')}</table:table-row>` +
      `<table:table-row>${cell('1')}${cell('2')}${cell('', 'table:number-columns-repeated="16000"')}</table:table-row></table:table><text:p>end</text:p>`;
    expect(await textOf('a.odt', openDocument(body))).toBe(
      '## 头\na   b\nc\n| x | y | y |\n| --- | --- | --- |\n| 1 | 2 |  |\n\nend',
    );
  });
});

describe('EPUB', () => {
  it('gives chapters in reading order, wherever they lie', async () => {
    const page = (text: string) =>
      `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>no</title></head><body><h1>${text}</h1><p>&amp; more</p></body></html>`;
    const book = epub({ 'z.xhtml': page('一'), 'sub/a b.xhtml': page('Two'), '../../../etc/passwd': page('x') });
    expect(await textOf('a.epub', book)).toBe('# 一\n\n& more\n\n# Two\n\n& more');
  });
});

describe('PDF', () => {
  it('gives lines of pages', async () => {
    expect(await textOf('a.pdf', pdf(['Hello\nsecond line', 'Page two']))).toBe('Hello\nsecond line\n\nPage two');
  });

  it.each([
    ['UniGB-UCS2-H', 'GB1', '4e2d6587', '中文'],
    ['GBK-EUC-H', 'GB1', 'd6d0cec4', '中文'],
    ['90ms-RKSJ-H', 'Japan1', '93fa967b', '日本'],
    ['ETen-B5-H', 'CNS1', 'a4a4a4e5', '中文'],
    ['KSCms-UHC-H', 'Korea1', 'c7d1b1db', '한글'],
  ])('gives text in fonts without a map of their own, coded as %s', async (encoding, ordering, codes, text) => {
    const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /F /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 4 >> >>`;
    const font = `/Type /Font /Subtype /Type0 /BaseFont /F /Encoding /${encoding} /DescendantFonts [${descendant}]`;
    expect(await textOf('a.pdf', pdf([`<${codes}>`], { font }))).toBe(text);
  });

  it('that asks for a password is refused as such', async () => {
    expect(await reply('a.pdf', pdf(['secret'], { trailer: encryptedTrailer }))).toMatchObject({
      reason: 'unreadable',
      message: expect.stringContaining('password'),
    });
  });
});

describe('what is broken or unknown is refused with its reason', () => {
  const image = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');
  const compound = (name: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')]);

  it.each<[string, string, string | Uint8Array, string, string]>([
    ['a PDF cut off', 'a.pdf', pdf(['x']).subarray(0, 120), 'unreadable', 'damaged'],
    ['text called PDF', 'a.pdf', 'no pdf at all', 'unreadable', '.pdf'],
    ['a Word file cut off', 'a.docx', docx(wordParagraph('x')).subarray(0, 300), 'unreadable', 'damaged'],
    ['a Word file with broken XML', 'a.docx', docx('<w:p><w:r>'), 'unreadable', 'read'],
    ['a workbook with broken XML', 'a.xlsx', xlsx({ sheets: { s: '<row><c>' } }), 'unreadable', 'XML'],
    ['a plain archive', 'a.zip', zip({ 'a.txt': 'x' }), 'unsupported', 'archive'],
    ['a picture', 'a.png', image, 'unsupported', '.png'],
    ['a program without a name', 'file', Buffer.from('7f454c460201010000000000', 'hex'), 'unsupported', 'known format'],
    ['an old workbook', 'a.xls', compound('Workbook'), 'unsupported', 'xlsx'],
    ['prose called a workbook', 'a.xls', 'Dear all,\nno sheet today.\n', 'unreadable', '.xls'],
    ['a workbook of XML', 'a.xls', '<?xml version="1.0"?><Workbook a="1,2"></Workbook>', 'unreadable', '.xls'],
    ['a workbook of symbolic links', 'a.xls', 'ID;PWXL;N;E\nC;Y1;X1;K"a"\nE;', 'unreadable', '.xls'],
    ['a table called a Word file', 'a.doc', 'a\tb\n1\t2\n', 'unreadable', '.doc'],
    ['an old presentation', 'a.ppt', compound('PowerPoint Document'), 'unsupported', 'pptx'],
    ['an office file with a password', 'a.docx', compound('EncryptedPackage'), 'unreadable', 'password'],
    ['an old Word file that is none', 'a.doc', compound('WordDocument'), 'unreadable', 'read'],
    ['a message that is none', 'a.msg', compound('__substg1.0_'), 'unreadable', ''],
    ['rich text', 'a.rtf', '{\\rtf1 x}', 'unsupported', 'Rich Text'],
  ])('%s', async (_what, name, content, reason, words) => {
    expect(await reply(name, content)).toMatchObject({ ok: false, reason, message: expect.stringContaining(words) });
  });

  it('but a web page under the name of an office file is read', async () => {
    expect(await textOf('a.xls', '<html><table><tr><td>a</td><td>b</td></tr></table></html>')).toContain('| a | b |');
  });

  it.each<[string, string | Uint8Array]>([
    ['tabs', 'a\tb\r\n1\t2,5\r\n'],
    ['commas', 'a,b\n1,"2,5"\n'],
    ['semicolons', 'a;b\n1;2,5\n'],
    ['tabs in UTF-16', Buffer.from('\ufeffa\tb\r\n1\t2,5\r\n', 'utf16le')],
  ])('but text of %s under the name of a workbook is read as its table', async (_what, content) => {
    expect(await textOf('a.xls', content)).toBe('| a | b |\n| --- | --- |\n| 1 | 2,5 |');
  });

  it('but a long text under the name of a workbook is known by its start, whatever character that cuts', async () => {
    const rows = Array.from({ length: 20_000 }, (_unused, index) => `${index}\t姓名`);
    expect((await textOf('a.xls', rows.join('\n'))).split('\n')).toHaveLength(20_001);
  });
});
