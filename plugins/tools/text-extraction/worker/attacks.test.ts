import { describe, expect, it } from 'vitest';
import {
  docx,
  epub,
  openDocument,
  pptx,
  slideParagraph,
  wordParagraph,
  xlsx,
  zip,
} from '#plugins/text-extraction/testing/documents.ts';
import { reply, textOf } from '#plugins/text-extraction/testing/extract-text.ts';

const laughs = `<!DOCTYPE lolz [<!ENTITY a "lol">${Array.from(
  { length: 20 },
  (_unused, index) =>
    `<!ENTITY ${String.fromCharCode(98 + index)} "${`&${String.fromCharCode(97 + index)};`.repeat(10)}">`,
).join('')}]>`;

describe('archives', () => {
  it('that unpack to far more than they are, are refused before they do', async () => {
    const bomb = docx(wordParagraph('x'), { 'word/styles.xml': Buffer.alloc(60 * 1024 * 1024, ' ') });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await reply('a.docx', bomb)).toMatchObject({
      reason: 'limit',
      message: expect.stringContaining('200 times'),
    });
    const large = xlsx({ sheets: { s: ' '.repeat(3 * 1024 * 1024) } });
    expect(await reply('a.xlsx', large, { limits: { expandedBytes: 1024 * 1024 } })).toMatchObject({
      reason: 'limit',
      message: expect.stringContaining('1 MB'),
    });
  });

  it('that lie about the size of a part are damaged', async () => {
    const honest = Buffer.from(docx(wordParagraph('x'.repeat(5000))));
    // The size in the directory, after compression method, time, checksum and packed size.
    const name = honest.lastIndexOf('word/document.xml');
    honest.writeUInt32LE(10, name - 46 + 24);
    expect(await reply('a.docx', honest)).toMatchObject({ ok: false, reason: 'unreadable' });
  });

  it('with too many entries are refused', async () => {
    const entries = Object.fromEntries(Array.from({ length: 200 }, (_unused, index) => [`word/${index}.xml`, '']));
    expect(await reply('a.docx', docx('', entries), { limits: { archiveEntries: 100 } })).toMatchObject({
      reason: 'limit',
      message: expect.stringContaining('100 entries'),
    });
  });

  it('never lead out of themselves, nor to names every object has', async () => {
    const relations = (target: string) => ({
      'ppt/presentation.xml': '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldId r:id="r0"/></p:presentation>',
      'ppt/_rels/presentation.xml.rels': `<Relationships><Relationship Id="r0" Type="x/slide" Target="${target}"/></Relationships>`,
    });
    for (const target of ['../../../../etc/passwd', '/etc/passwd', 'file:///etc/passwd', '__proto__', 'constructor']) {
      expect(await textOf('a.pptx', zip(relations(target)))).toBe('');
    }
    const polluting = docx(wordParagraph('fine'), { '__proto__/x.xml': '<a/>', 'constructor.xml': '<a/>' });
    expect(await textOf('a.docx', polluting)).toBe('fine');
    expect(Reflect.get({}, 'x.xml')).toBeUndefined();
  });
});

describe('XML', () => {
  it('that declares entities is not expanded, whichever format holds it', async () => {
    const body = '&u;';
    const documents: Record<string, Uint8Array> = {
      'a.docx': zip({ 'word/document.xml': `${laughs}<w:document xmlns:w="w">${body}</w:document>` }),
      'a.odt': zip({ 'content.xml': `${laughs}<a>${body}</a>` }),
      'a.pptx': zip({ 'ppt/presentation.xml': `${laughs}<a>${body}</a>` }),
      'a.xlsx': zip({ 'xl/workbook.xml': `${laughs}<a>${body}</a>` }),
      'a.epub': zip({ 'META-INF/container.xml': `${laughs}<a>${body}</a>` }),
    };
    for (const [name, document] of Object.entries(documents)) {
      expect(await reply(name, document), name).toMatchObject({ ok: false, reason: 'unreadable' });
    }
    const text = `<?xml version="1.0"?>${laughs}<a>${body}</a>`;
    expect(await textOf('a.xml', text)).toBe(text);
  });

  it('reads no file and no address', async () => {
    const external = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect(await reply('a.odt', zip({ 'content.xml': `${external}<a>&x;</a>` }))).toMatchObject({ ok: false });
    const chapter = `<?xml version="1.0"?>${external}<html><body><p>&x;</p></body></html>`;
    expect(await textOf('a.epub', epub({ 'a.xhtml': chapter }))).not.toContain('root:');
  });

  it('nested without end is refused', async () => {
    const deep = '<a>'.repeat(5000);
    expect(await reply('a.odt', openDocument(deep))).toMatchObject({ reason: 'limit' });
    expect(await reply('a.pptx', pptx([{ shapes: slideParagraph('x') + deep }]))).toMatchObject({ reason: 'limit' });
  });
});

describe('sheets', () => {
  it('of a few cells far apart are as small as their cells', async () => {
    const far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>';
    expect(await textOf('a.xlsx', xlsx({ sheets: { s: far } }))).toBe('| 1 |  |\n| --- | --- |\n|  | 2 |');
    const beyond = '<row r="1"><c r="ZZZ1"><v>1</v></c></row>';
    expect(await reply('a.xlsx', xlsx({ sheets: { s: beyond } }))).toMatchObject({ reason: 'unreadable' });
  });

  it('that repeat one long text in every cell end at the limit', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(1000);
    const sheet = xlsx({ sheets: { s: `<row>${cells}</row>` }, texts: [`<t>${'x'.repeat(10_000)}</t>`] });
    expect(await reply('a.xlsx', sheet)).toMatchObject({
      reason: 'limit',
      message: expect.stringContaining('2000000'),
    });
  });
});
