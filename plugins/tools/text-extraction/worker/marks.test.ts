import { describe, expect, it } from 'vitest';
import { MARK_BOUNDS } from '#plugins/text-extraction/protocol.ts';
import { readMarkedText } from '#plugins/text-extraction/read-marked-text.ts';
import {
  docx,
  epub,
  openDocument,
  pdf,
  pptx,
  slideParagraph,
  wordParagraph,
  xlsx,
} from '#plugins/text-extraction/testing/documents.ts';
import { markedOf, textOf } from '#plugins/text-extraction/testing/extract-text.ts';

/** Each mark with the line that it stands before. */
async function placesOf(name: string, content: string | Uint8Array) {
  const { text, marks } = await markedOf(name, content);
  expect(text).toBe(await textOf(name, content));
  return marks.map(({ at, page, heading }) => [text.slice(at).trimStart().split('\n', 1)[0], page, heading]);
}

const title = (text: string) =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="ctrTitle"/></p:nvPr></p:nvSpPr>${slideParagraph(text)}</p:sp>`;

describe('marks of a text', () => {
  it('are the pages of a PDF, also of those without text', async () => {
    expect(await placesOf('a.pdf', pdf(['first\npage', '', 'third']))).toEqual([
      ['first', 1, undefined],
      ['third', 2, undefined],
      ['third', 3, undefined],
    ]);
  });

  it('are the headings of a PDF that has an outline', async () => {
    const outline = [
      { title: 'Start', page: 0 },
      { title: 'Care', page: 1 },
      { title: 'Water', page: 1 },
      { title: 'drawn otherwise', page: 1 },
      { title: ' ', page: 1 },
      { title: 'nowhere', page: 7 },
    ];
    const document = pdf(['Start\ntext', 'end of Start\nCare\ntext\nWater\ntwice', 'more'], { outline });
    expect(await placesOf('a.pdf', document)).toEqual([
      ['Start', 1, undefined],
      ['Start', undefined, 'Start'],
      ['end of Start', 2, undefined],
      ['Care', undefined, 'Care'],
      ['Water', undefined, 'Water'],
      ['more', 3, undefined],
    ]);
    const unseen = pdf(['a', 'b'], { outline: [{ title: 'Drawn', page: 1 }] });
    expect((await placesOf('a.pdf', unseen)).at(-1)).toEqual(['b', undefined, 'Drawn']);
  });

  it('are the slides of a presentation with their titles', async () => {
    const body = `<p:sp>${slideParagraph('body')}</p:sp>`;
    const slides = pptx([
      { shapes: `${title('水やり &amp; more')}${body}`, notes: slideParagraph('said') },
      { shapes: body },
      { shapes: `${body}${title('Late')}` },
    ]);
    expect(await placesOf('a.pptx', slides)).toEqual([
      ['水やり & more', 1, '水やり & more'],
      ['body', 2, ''],
      ['body', 3, 'Late'],
    ]);
    const frame = (kind: string, text: string) =>
      `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
    const space = 'xmlns:draw="d" xmlns:presentation="p"';
    const open = openDocument(
      `<office:presentation ${space}><draw:page>${frame('title', 'One')}${frame('outline', 'x')}</draw:page><draw:page>${frame('outline', 'y')}</draw:page></office:presentation>`,
    );
    expect(await placesOf('a.odp', open)).toEqual([
      ['One', 1, ''],
      ['One', undefined, 'One'],
      ['y', 2, ''],
    ]);
  });

  it('are the names of sheets', async () => {
    const row = '<row><c><v>7</v></c></row>';
    const workbook = xlsx({ sheets: { First: row, Empty: '', 第二: row } });
    expect(await placesOf('a.xlsx', workbook)).toEqual([
      ['| 7 |', undefined, 'First'],
      ['| 7 |', undefined, '第二'],
    ]);
    const table = (name: string, cell: string) =>
      `<table:table table:name="${name}"><table:table-row><table:table-cell><text:p>${cell}</text:p></table:table-cell></table:table-row></table:table>`;
    const sheets = `<office:spreadsheet>${table('A', '1')}${table('B', '2')}</office:spreadsheet>`;
    expect(await placesOf('a.ods', openDocument(sheets))).toEqual([
      ['| 1 |', undefined, 'A'],
      ['| 2 |', undefined, 'B'],
    ]);
    // Tables of a text have names as well, which nobody sees.
    expect(await placesOf('a.odt', openDocument(table('Table1', 'x')))).toEqual([]);
  });

  it('are the headings of texts, pages and books', async () => {
    const heading = '<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>标题</w:t></w:r></w:p>';
    expect(await placesOf('a.docx', docx(wordParagraph('intro') + heading + wordParagraph('text')))).toEqual([
      ['## 标题', undefined, '标题'],
    ]);
    const page =
      '<body><h1>A <b>bold</b> <a href="https://a.example">link</a></h1><p>x</p><pre><code># no\n</code></pre></body>';
    expect(await placesOf('a.html', page)).toEqual([
      ['# A **bold** [link](https://a.example)', undefined, 'A bold link'],
    ]);
    const book = epub({
      'a.xhtml': '<html><body><h2>Eins</h2><p>x</p></body></html>',
      'b.xhtml': '<body><h2>Zwei</h2></body>',
    });
    expect((await placesOf('a.epub', book)).map(([, , name]) => name)).toEqual(['Eins', 'Zwei']);
    expect(
      await placesOf('a.odt', openDocument('<text:h text:outline-level="1">H</text:h><text:p>x</text:p>')),
    ).toEqual([['# H', undefined, 'H']]);
    const markdown = '---\na: b\n---\n# One #\n```\n# code\n```\nTwo\n===\n\n#no\n~~~\n# open';
    expect(await placesOf('a.md', markdown)).toEqual([
      ['# One #', undefined, 'One'],
      ['Two', undefined, 'Two'],
    ]);
  });

  it('are none where a format has none', async () => {
    for (const name of ['a.txt', 'a.py', 'a.csv']) expect((await markedOf(name, '# x\na,b')).marks).toEqual([]);
    expect(await markedOf('a.txt', '')).toEqual({ text: '', marks: [] });
  });

  it('stay in their places when characters are left out', async () => {
    const { text, marks } = await markedOf('a.pdf', pdf(['a\\000\\000b', 'c\\000', 'd']));
    expect(marks.map(({ at }) => text.slice(at).trim().charAt(0))).toEqual(['a', 'c', 'd']);
  });

  it('attack T21: are bounded, however many headings a document has', async () => {
    const many = await markedOf('a.md', '# x\n'.repeat(400_000));
    expect(many.marks).toHaveLength(MARK_BOUNDS.marks);
    const long = await markedOf('a.md', `# ${'y'.repeat(1_000)}\n`.repeat(1_900));
    expect(long.marks).toHaveLength(1_900);
    const longer = await markedOf('a.md', `# ${'水'.repeat(300)}\n`.repeat(6_000));
    expect(longer.marks).toHaveLength(MARK_BOUNDS.headings / MARK_BOUNDS.heading);
    expect(longer.marks[0]?.heading).toHaveLength(MARK_BOUNDS.heading);
    const outline = Array.from({ length: 20_000 }, (_, index) => ({ title: `t${index}`, page: index % 2 }));
    const pages = await markedOf('a.pdf', pdf(['x '.repeat(200_000), 'y'], { outline }));
    expect(pages.marks).toHaveLength(4);
    for (const line of ['#', '# [', '# [](', '```\n', '=', '=\n', '# `']) await markedOf('a.md', line.repeat(400_000));
  });
});

describe('an answer with marks', () => {
  it('attack T21: of a process that is not what it was has no marks that no reader writes', () => {
    const sent = [
      { at: -1, page: 1 },
      { at: 1, page: 0, heading: 7, more: 1 },
      { at: 0 },
      { at: 1.5 },
      { at: 2, page: 2, heading: 'x' },
      { at: 2, heading: 'y'.repeat(300) },
      { at: 99 },
      null,
      'x',
    ];
    expect(readMarkedText(Buffer.from(`${JSON.stringify(sent)}\na\nb`))).toEqual({
      text: 'a\nb',
      marks: [{ at: 1 }, { at: 2, page: 2, heading: 'x' }, { at: 2 }],
    });
    expect(readMarkedText(Buffer.from('no json\ntext'))).toEqual({ text: 'text', marks: [] });
    expect(readMarkedText(Buffer.from('{"length":9}\n'))).toEqual({ text: '', marks: [] });
  });
});
