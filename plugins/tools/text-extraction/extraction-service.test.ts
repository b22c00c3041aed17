import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { confineAs } from '#plugins/confined-processes/testing/confine-here.ts';
import type { Files } from '#plugins/files/contract.ts';
import { readMarkedText } from './read-marked-text.ts';
import { docx, epub, openDocument, pdf, pptx, slideParagraph, wordParagraph, xlsx } from './testing/documents.ts';
import { doc } from './testing/old-documents.ts';
import { startExtraction } from './testing/start-extraction.ts';

/** A page whose content unpacks to many times its size. */
function pdfBomb(megabytes: number): Uint8Array {
  return pdf(['x'], { packed: deflateSync(Buffer.alloc(megabytes * 1024 * 1024, '0 '), { level: 1 }) });
}

describe('the extraction service', () => {
  it('reads documents in processes, several at once, and keeps them for their workspace', async () => {
    await using extraction = startExtraction();
    const word = extraction.put('a.docx', docx(wordParagraph('文档')));
    const page = extraction.put('a.pdf', pdf(['page']));
    const texts = await Promise.all([word, page, word, page].map((file) => extraction.read(file)));
    expect(texts).toEqual(['文档', 'page', '文档', 'page']);
    expect(extraction.service.processes).toBe(2);
    // Another workspace gets a process of its own, in place of an idle one.
    expect(await extraction.read(word, 'w2')).toBe('文档');
    expect(extraction.service.processes).toBe(2);
  });

  it('reads every format with the few rights its processes have', async () => {
    await using extraction = startExtraction({ processes: 1 });
    const map = '/Type /Font /Subtype /Type0 /BaseFont /F /Encoding /GBK-EUC-H /DescendantFonts';
    const font = `${map} [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /F /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >>]`;
    const documents: Readonly<Record<string, string | Uint8Array>> = {
      'a.txt': Buffer.from('d6d0cec4b1cabcc7', 'hex'),
      'a.csv': '中,b',
      'a.html': '<p>中</p>',
      'a.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\n中',
      'a.properties': 'k=\\u4e2d',
      'a.eml': 'Subject: x\n\n中',
      'a.docx': docx(wordParagraph('中')),
      'a.doc': doc('中文\r'),
      'a.xlsx': xlsx({ sheets: { s: '<row><c t="inlineStr"><is><t>中</t></is></c></row>' } }),
      'a.pptx': pptx([{ shapes: slideParagraph('中') }]),
      'a.odt': openDocument('<text:p>中</text:p>'),
      'a.epub': epub({ 'a.xhtml': '<html><body><p>中</p></body></html>' }),
      'a.pdf': pdf(['<d6d0>'], { font }),
    };
    for (const [name, content] of Object.entries(documents)) {
      expect(await extraction.read(extraction.put(name, content)), name).toContain('中');
    }
    expect(extraction.service.processes).toBe(1);
  });

  it('gives a text with its pages, from a process', async () => {
    await using extraction = startExtraction({ processes: 1 });
    const document = { name: 'a.pdf', mediaType: '', bytes: pdf(['first', 'second']) };
    const caller = { workspaceId: 'w1', signal: new AbortController().signal };
    const marked = readMarkedText(await extraction.service.extractMarked(document, caller));
    expect(marked).toEqual({
      text: await extraction.service.extractContent(document, caller),
      marks: [
        { at: 0, page: 1 },
        { at: 6, page: 2 },
      ],
    });
    const broken = { ...document, bytes: Buffer.from('%PDF-1.4 nothing') };
    await expect(extraction.service.extractMarked(broken, caller)).rejects.toMatchObject({
      code: 'text-extraction.unreadable',
      message: expect.stringContaining('a.pdf'),
    });
  });

  it('reads nothing where the system can not wall its processes off, and says why', async () => {
    await using extraction = startExtraction({ confinement: confineAs({ obstacle: 'this kernel has no Landlock' }) });
    await expect(extraction.read(extraction.put('a.txt', 'text'))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'confined-processes.off',
      message: expect.stringContaining('this kernel has no Landlock'),
    });
    expect(extraction.service.processes).toBe(0);
  });

  it('names the file that can not be read, and reads on', async () => {
    await using extraction = startExtraction({ processes: 1 });
    await expect(extraction.read(extraction.put('broken.pdf', '%PDF-1.4 nothing'))).rejects.toMatchObject({
      kind: 'invalid',
      code: 'text-extraction.unreadable',
      message: expect.stringContaining('broken.pdf'),
    });
    await expect(extraction.read(extraction.put('a.zip', Buffer.from('504b0506', 'hex')))).rejects.toMatchObject({
      code: expect.stringMatching(/unreadable|unsupported_format/),
    });
    expect(await extraction.read(extraction.put('a.txt', 'fine'))).toBe('fine');
  });

  it('kills what takes too much memory, the limit named, and reads on', async () => {
    await using extraction = startExtraction({ processes: 1, memoryMb: 48 });
    await expect(extraction.read(extraction.put('bomb.pdf', pdfBomb(160)))).rejects.toMatchObject({
      kind: 'invalid',
      code: 'text-extraction.limit_exceeded',
      message: expect.stringMatching(/bomb\.pdf.*48 MB.*WEFT_EXTRACTION_MEMORY_MB/),
    });
    expect(await extraction.read(extraction.put('a.txt', 'fine'))).toBe('fine');
  });

  it('kills what takes too long, the limit named, and reads on', async () => {
    await using extraction = startExtraction({ processes: 1, timeMs: 1500, memoryMb: 1024 });
    const slow = extraction.put('slow.html', '<p><font>'.repeat(400) + '<i>x</b>'.repeat(40_000));
    await expect(extraction.read(slow)).rejects.toMatchObject({
      code: 'text-extraction.limit_exceeded',
      message: expect.stringMatching(/slow\.html.*1\.5 s.*WEFT_EXTRACTION_TIME_MS/),
    });
    expect(await extraction.read(extraction.put('a.txt', 'fine'))).toBe('fine');
  });

  it('bounds the text a document gives', async () => {
    await using extraction = startExtraction({}, { outputChars: 10 });
    await expect(extraction.read(extraction.put('long.txt', 'x'.repeat(11)))).rejects.toMatchObject({
      code: 'text-extraction.limit_exceeded',
      message: expect.stringMatching(/long\.txt.*10 characters.*outputChars/),
    });
  });

  it('bounds the text of a document that is cut into segments by a limit of its own', async () => {
    await using extraction = startExtraction({}, { outputChars: 10, markedChars: 20 });
    const caller = { workspaceId: 'w1', signal: new AbortController().signal };
    const marked = async (text: string) => {
      const document = { name: 'book.txt', mediaType: '', bytes: Buffer.from(text) };
      return readMarkedText(await extraction.service.extractMarked(document, caller));
    };
    expect((await marked('x'.repeat(20))).text).toBe('x'.repeat(20));
    await expect(marked('x'.repeat(21))).rejects.toMatchObject({
      code: 'text-extraction.limit_exceeded',
      message: expect.stringMatching(/book\.txt.*20 characters.*markedChars/),
    });
  });

  it('asks for no more than the limit of a file', async () => {
    const asked: number[] = [];
    const files: Files = {
      read: async (_file, { maxBytes }) => {
        asked.push(maxBytes);
        throw new PlatformError('invalid', 'files.too_large', 'too large');
      },
    };
    await using extraction = startExtraction({ files, inputBytes: 5 });
    await expect(extraction.read(extraction.put('a.txt', 'x'))).rejects.toMatchObject({ code: 'files.too_large' });
    expect([asked, extraction.service.processes]).toEqual([[5], 0]);
  });

  it('stops with the run that asked, and with the server', async () => {
    const stop = new AbortController();
    const started = Promise.withResolvers<void>();
    const files: Files = {
      read: async (_file, { signal }) => {
        started.resolve();
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const extraction = startExtraction({ files });
    const file = extraction.put('a.txt', 'x');
    const stopped = extraction.read(file, 'w1', stop.signal);
    await started.promise;
    stop.abort(new Error('the run was stopped'));
    await expect(stopped).rejects.toThrow('the run was stopped');
    const waiting = extraction.read(file);
    await Promise.all([
      expect(waiting).rejects.toMatchObject({ code: 'text-extraction.busy' }),
      extraction[Symbol.asyncDispose](),
    ]);
    await expect(extraction.read(file)).rejects.toMatchObject({ code: 'text-extraction.busy' });
  });

  it('refuses a workspace that floods it, and no other', async () => {
    const release = Promise.withResolvers<void>();
    const files: Files = {
      read: async () => {
        await release.promise;
        return { bytes: Buffer.from('x'), mediaType: 'text/plain' };
      },
    };
    await using extraction = startExtraction({ files, processes: 1, maxQueue: 4 });
    const file = extraction.put('a.txt', 'x');
    // Four are fetched, two wait: half of the queue.
    const accepted = Array.from({ length: 6 }, () => extraction.read(file, 'greedy'));
    await expect(extraction.read(file, 'greedy')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'text-extraction.busy',
      retryAfter: 1,
    });
    const other = extraction.read(file, 'modest');
    release.resolve();
    expect(await Promise.all([...accepted, other])).toEqual(Array(7).fill('x'));
  });
});
