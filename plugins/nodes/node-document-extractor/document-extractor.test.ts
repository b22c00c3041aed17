import { describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { remoteFile } from '#plugins/files/testing/open-files.ts';
import { runNode } from '#plugins/node-flow/testing/fake-context.ts';
import { TextExtract } from '#plugins/text-extraction/contract.ts';
import { node } from './document-extractor.ts';

const data = { variable_selector: ['in', 'file'], is_array_file: false };
const file = (name: string) => remoteFile(`http://host.test/${name}`);

/** Each file's text is its name; those named `bad` fail with `code`. */
function run(value: unknown, code = 'text-extraction.unreadable', settings: Record<string, unknown> = data) {
  return runNode(
    node,
    settings,
    { in: { file: value } },
    {
      call: async (id, input) => {
        expect(id).toBe(TextExtract);
        const name = (input as { filename: string }).filename;
        if (name === 'bad') throw new PlatformError('invalid', code, 'The file bad is damaged.');
        return `text of ${name}`;
      },
    },
  );
}

describe('document-extractor', () => {
  it('gives the text of a file', async () => {
    const record = file('a.txt');
    expect(await run(record)).toEqual({
      outputs: { text: 'text of a.txt' },
      inputs: { variable_selector: ['in', 'file'] },
      processData: { documents: record },
    });
  });

  it('gives a list of texts in the order of a list of files, also of an empty one', async () => {
    const names = Array.from({ length: 9 }, (_unused, index) => `${index}.txt`);
    expect((await run(names.map(file))).outputs.text).toEqual(names.map((name) => `text of ${name}`));
    expect((await run([])).outputs.text).toEqual([]);
  });

  it('fails for a missing variable and for what is no file', async () => {
    await expect(run('x', '', { variable_selector: ['in', 'other'] })).rejects.toMatchObject({
      type: 'VariableNotFoundError',
    });
    await expect(run('x', '', {})).rejects.toMatchObject({ type: 'VariableNotFoundError' });
    for (const value of ['text', null, 7, { url: 'http://host.test/' }, ['text'], [file('a.txt'), 'text']]) {
      await expect(run(value)).rejects.toMatchObject({
        type: 'DocumentExtractorError',
        message: expect.stringContaining('in.file'),
      });
    }
  });

  it.each([
    ['text-extraction.unsupported_format', 'UnsupportedFileTypeError'],
    ['text-extraction.limit_exceeded', 'TextExtractionError'],
    ['files.too_large', 'FileDownloadError'],
    ['egress.address_refused', 'FileDownloadError'],
  ])('fails with %s as %s, telling what it was given', async (code, type) => {
    await expect(run([file('a.txt'), file('bad')], code)).rejects.toMatchObject({
      type,
      code,
      message: expect.stringContaining('bad'),
      details: { inputs: { variable_selector: ['in', 'file'] } },
    });
  });
});
