import { afterAll, describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { confineHere } from '#plugins/confined-processes/testing/confine-here.ts';
import type { FilesKeepRequest } from '#plugins/files/contract.ts';
import { textOf } from '#plugins/text-extraction/testing/extract-text.ts';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { FileMaker } from './file-maker.ts';
import { documentTools } from './tools.ts';
import { run } from './worker/main.ts';

const MARKDOWN = `# Quarter **results** 季度

See [the site](https://example.org/a?b=1&c=2) and [a trap](javascript:alert(1)), *softly*, ~~not~~, \`code()\`.

## People

| Name | Sum |
|---|---|
| Ärger & Co | 12.5 |
| =HYPERLINK("http://evil.test") | 007 |
| +1+cmd | -3 |

3. third
4. fourth
   - inner point
- [x] done

> quoted <script>alert(1)</script>

\`\`\`js
let a = "<b>";
\`\`\`

---

End. 안녕 ありがとう
`;

/** The worker in this thread, and once (below) where servers have it. */
const here = {
  async make(_workspaceId: string, task: object): Promise<Uint8Array> {
    const reply = await run(task as never);
    if (!reply.ok) throw new PlatformError('invalid', 'tool-documents.bad_document', reply.message);
    return reply.content;
  },
};

async function made(
  format: string,
  markdown: unknown = MARKDOWN,
  name?: unknown,
  maker: Parameters<typeof documentTools>[0] = here,
): Promise<readonly FilesKeepRequest[]> {
  const tool = documentTools(maker, async (file) => file).find((one) => one.name === `md_to_${format}`);
  const given = { md_text: markdown, output_filename: name };
  const invocation = { workspaceId: 'w1', signal: new AbortController().signal, arguments: given };
  const result = await tool?.invoke(invocation as unknown as ToolInvocation);
  return (result?.files ?? []) as FilesKeepRequest[];
}

async function read(format: string, markdown?: string): Promise<string> {
  const [file] = await made(format, markdown);
  return textOf(file?.filename ?? '', file?.bytes ?? '');
}

describe('documents of Markdown', () => {
  it.each(['docx', 'pptx', 'pdf', 'html'])('%s: everything is read back, by another reader', async (format) => {
    const text = (await read(format)).replace(/\s+/g, ' ');
    const expected = [
      'Quarter',
      'results',
      '季度',
      'the site',
      'softly',
      'code()',
      'Ärger & Co',
      '12.5',
      '007',
      'third',
    ];
    for (const part of [...expected, 'inner point', 'done', 'let a =', '안녕', 'ありがとう'])
      expect(text).toContain(part);
    expect(text).toMatch(/quoted .{0,2}<script.{0,2}>alert\(1\)/);
    expect(text).not.toContain('javascript:');
  });

  it('a page holds text and links, and nothing that runs', async () => {
    const attack = `<img src=x onerror=alert(1)> [x](JaVaScRiPt:alert(1)) [y](data:text/html,a) ![p](http://a.test/"onload=b) <svg/onload=a>\n\n<iframe src=//evil></iframe>`;
    const [file] = await made('html', attack, '"><script>alert(1)</script>');
    const page = Buffer.from(file?.bytes ?? '').toString();
    const tags = new Set([...page.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag));
    expect([...tags].sort()).toEqual(['a', 'body', 'head', 'html', 'meta', 'p', 'style', 'title']);
    expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['http://a.test/%22onload=b']);
    expect(page).toContain(`default-src 'none'`);
  });

  it('cells are numbers and texts, never formulas', async () => {
    const sheet = await read('xlsx');
    expect(sheet).toContain('=HYPERLINK("http://evil.test")');
    expect(sheet).toMatch(/007/);
    const [csv] = await made('csv');
    expect(Buffer.from(csv?.bytes ?? '').toString()).toBe(
      `\uFEFFName,Sum\r\nÄrger & Co,12.5\r\n"'=HYPERLINK(""http://evil.test"")",007\r\n'+1+cmd,-3\r\n`,
    );
    const [json] = await made('json');
    expect(JSON.parse(Buffer.from(json?.bytes ?? '').toString())[0]).toEqual({ Name: 'Ärger & Co', Sum: '12.5' });
    const two = await made('csv', '|a|\n|-|\n|1|\n\ntext\n\n|__proto__|\n|-|\n|2|', 'x');
    expect(two.map(({ filename }) => filename)).toEqual(['x.csv', 'x_2.csv']);
  });

  it.each([
    ['../../etc/passwd', 'passwd.md'],
    ['C:\\temp\\a.MD', 'a.md'],
    ['a\u202Egpj.exe\u0000', 'agpj.exe.md'],
    ['...', 'document.md'],
    ['Line one\nand a whole text', 'Line one.md'],
    [undefined, 'document.md'],
    ['长'.repeat(500), `${'长'.repeat(100)}.md`],
  ])('the name %j is no path', async (given, name) => {
    expect((await made('md', 'x', given))[0]?.filename).toBe(name);
  });

  it('a block of Markdown around everything is no part of it', async () => {
    const [file] = await made('md', '```markdown\n# A\n```');
    expect(Buffer.from(file?.bytes ?? '').toString()).toBe('# A');
  });

  it.each([
    ['pdf', '', 'empty'],
    ['docx', 'x'.repeat(200_001), '200001 characters'],
    ['xlsx', 'no table', 'no table'],
    ['docx', `${'> '.repeat(3_000)}x`, 'nested too deeply'],
    ['html', '*a* '.repeat(40_000), 'parts'],
    ['csv', '|a|\n|-|\n|1|\n\nx\n\n'.repeat(51), '50 tables'],
    ['pdf', `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n`, 'too many columns'],
  ])('%s refuses what it can not make (%#)', async (format, markdown, message) => {
    await expect(made(format, markdown)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'tool-documents.bad_document',
      message: expect.stringContaining(message),
    });
  });

  it('control characters and halves of characters break no file', async () => {
    expect(await read('docx', 'a\u0000b\u0007c \uD800 \uFFFE d')).toMatch(/abc . {1,2}d/);
  });
});

describe('the processes that make them', () => {
  const maker = new FileMaker({
    confinement: confineHere,
    worker: new URL('./worker/main.ts', import.meta.url),
    code: new URL('./', import.meta.url),
    refused: (message) => new PlatformError('invalid', 'tool-documents.bad_document', message),
  });
  afterAll(() => maker.close());

  it('have what every format needs, behind their wall', async () => {
    for (const format of ['docx', 'xlsx', 'pptx', 'pdf']) {
      const [file] = await made(format, MARKDOWN, 'a', maker);
      expect(await textOf(`a.${format}`, file?.bytes ?? '')).toContain('12.5');
    }
    await expect(made('xlsx', 'no table', 'a', maker)).rejects.toThrow('no table');
  });
});
