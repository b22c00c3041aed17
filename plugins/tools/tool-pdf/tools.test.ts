import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { confineHere } from '#plugins/confined-processes/testing/confine-here.ts';
import type { FilesKeepRequest } from '#plugins/files/contract.ts';
import { remoteFile } from '#plugins/files/testing/open-files.ts';
import { pdf } from '#plugins/text-extraction/testing/documents.ts';
import { textOf } from '#plugins/text-extraction/testing/extract-text.ts';
import { FileMaker } from '#plugins/tool-documents/contract.ts';
import type { ToolInvocation, ToolResult } from '#plugins/tools/contract.ts';
import { badPdf, pdfTools } from './tools.ts';

const making = {
  confinement: confineHere,
  worker: new URL('./worker/main.ts', import.meta.url),
  code: new URL('./', import.meta.url),
  refused: badPdf,
};
const maker = new FileMaker(making);
afterAll(() => maker.close());

const contents = new Map<string, Uint8Array>();

function put(name: string, bytes: Uint8Array): unknown {
  contents.set(name, bytes);
  return remoteFile(`http://host.test/${name}`);
}

const tools = pdfTools({
  maker,
  keep: async (file) => file,
  files: { read: async (file) => ({ bytes: contents.get(String(file.filename)) ?? Buffer.of(), mediaType: '' }) },
  extraction: { extractContent: ({ name, bytes }) => textOf(name, bytes) },
});

async function call(name: string, given: Readonly<Record<string, unknown>>): Promise<ToolResult> {
  const invocation = { workspaceId: 'w1', appId: 'a1', signal: new AbortController().signal, arguments: given };
  return (await tools.find((tool) => tool.name === name)?.invoke(invocation as unknown as ToolInvocation)) ?? {};
}

async function texts({ files = [] }: ToolResult): Promise<readonly string[]> {
  const all = files as readonly FilesKeepRequest[];
  return Promise.all(
    all.map(
      async ({ filename, bytes }) => `${filename}: ${(await textOf(filename, bytes)).replace(/\s+/g, ' ').trim()}`,
    ),
  );
}

describe('pages of PDFs', () => {
  const three = put('three.pdf', pdf(['one', 'two', 'three']));

  it('are counted, taken, split, merged, turned and read', async () => {
    expect((await call('pdf_page_count', { pdf_content: three })).text).toBe('3');
    const taken = await call('pdf_extract_pages', { pdf_content: three, pages: '3-2', output_filename: '../x' });
    expect(await texts(taken)).toEqual(['x.pdf: three two']);
    const parts = await call('pdf_split', { pdf_content: three, pages_per_file: 2 });
    expect(await texts(parts)).toEqual(['document_1.pdf: one two', 'document_2.pdf: three']);
    const merged = await call('pdf_merge', { pdf_files: [three, put('b.pdf', pdf(['four']))] });
    expect(await texts(merged)).toEqual(['document.pdf: one two three four']);
    const [turned] = (await call('pdf_rotate', { pdf_content: three, degrees: -90, pages: '2' })).files ?? [];
    const document = await PDFDocument.load((turned as FilesKeepRequest).bytes);
    expect(document.getPages().map((page) => page.getRotation().angle)).toEqual([0, 270, 0]);
    expect((await call('pdf_to_text', { pdf_content: three, pages: '2-' })).json).toEqual([
      { pages: ['two', 'three'] },
    ]);
  });

  it('that can not be had are refused, with what to do', async () => {
    const locked = await PDFDocument.load(pdf(['secret']));
    locked.encrypt({ userPassword: 'a', ownerPassword: 'b' });
    const refused = async (name: string, given: Readonly<Record<string, unknown>>, message: string) =>
      expect(call(name, given), message).rejects.toMatchObject({
        kind: 'invalid',
        code: 'tool-pdf.bad_pdf',
        message: expect.stringContaining(message),
      });
    await refused('pdf_page_count', { pdf_content: put('locked.pdf', await locked.save()) }, 'is encrypted');
    await refused('pdf_page_count', { pdf_content: put('broken.pdf', Buffer.from('%PDF-1.7 nothing')) }, 'damaged');
    await refused('pdf_page_count', { pdf_content: 'three.pdf' }, 'No PDF was given');
    await refused('pdf_extract_pages', { pdf_content: three, pages: '4' }, 'no page 4: the PDF has 3');
    await refused('pdf_extract_pages', { pdf_content: three, pages: `${'1-3,'.repeat(700)}1` }, 'More than 2000');
    await refused('pdf_extract_pages', { pdf_content: three, pages: 'all' }, 'names no pages');
    await refused('pdf_rotate', { pdf_content: three, degrees: 45 }, '"degrees"');
    await refused('pdf_merge', { pdf_files: Array(21).fill(three) }, '1 to 20');
  });

  it('a bomb of packed objects ends its process alone', async () => {
    await using stack = new AsyncDisposableStack();
    const small = stack.adopt(new FileMaker({ ...making, limits: { timeMs: 50 } }), (made) => made.close());
    const packed = deflateSync(Buffer.alloc(100 * 1024 * 1024, '0 '), { level: 1 });
    const head = `1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
    const end = '\nendstream\nendobj\ntrailer << /Root 2 0 R >>\n%%EOF';
    const bomb = Buffer.concat([Buffer.from(`%PDF-1.7\n${head}`), packed, Buffer.from(end)]);
    const { signal } = new AbortController();
    await expect(small.make('w1', { do: 'count', pdfs: [bomb] }, signal)).rejects.toMatchObject({
      code: 'tool-documents.limit_exceeded',
    });
    expect((await call('pdf_page_count', { pdf_content: three })).text).toBe('3');
  });
});
