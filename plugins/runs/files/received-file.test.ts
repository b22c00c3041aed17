import { describe, expect, it } from 'vitest';
import { describeReceived } from './received-file.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806', 'hex');
const pdf = Buffer.from('%PDF-1.7\n');
const zip = Buffer.from('504b0304140000000800', 'hex');
const program = Buffer.concat([Buffer.from('7f454c460201010000000000000000000200', 'hex'), Buffer.alloc(64)]);
const text = Buffer.from('a,b\n1,2\n');

describe('what a node received', () => {
  it.each([
    // Told by its name, and by its content.
    ['leaf.png', 'image/png', png, 'leaf.png', 'image/png'],
    ['leaf.PNG', 'text/html', png, 'leaf.PNG', 'image/png'],
    ['table.csv', '', text, 'table.csv', 'text/csv'],
    // Without an extension, or with one that tells nothing of it.
    ['leaf', '', png, 'leaf.png', 'image/png'],
    ['get.php', 'text/html', png, 'get.php.png', 'image/png'],
    ['export', 'text/csv', text, 'export.csv', 'text/csv'],
    ['export', 'application/vnd.own', text, 'export', 'application/vnd.own'],
    ['export', '', text, 'export', 'application/octet-stream'],
    ['report', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', zip, 'report.docx'],
    ['model.onnx', 'application/zip', zip, 'model.onnx', 'application/zip'],
    // A name that says something else.
    ['leaf.png', 'image/png', pdf, 'leaf.png.pdf', 'application/pdf'],
    ['leaf.png', 'image/png', program, 'leaf.png.elf', 'application/x-elf'],
    // No part of a name is a folder, or nothing to read.
    ['../../etc/passwd', '', text, '.._.._etc_passwd', 'application/octet-stream'],
    ['a\\b\u0000.txt', '', text, 'a_b.txt', 'text/plain'],
    ['', 'image/png', png, 'file.png', 'image/png'],
    ['..', '', text, 'file', 'application/octet-stream'],
    [' \u202e\n', '', text, 'file', 'application/octet-stream'],
  ])('named %j, declared %j', async (given, declared, content, name, mediaType?: string) => {
    const described = await describeReceived(given, declared, content);
    expect(described).toMatchObject({ name, ...(mediaType !== undefined && { mediaType }) });
  });

  it('has a name of any length cut, with its extension', async () => {
    const { name, extension } = await describeReceived(`${'a'.repeat(500)}.txt`, '', text);
    expect([name.length, extension]).toEqual([204, 'txt']);
  });
});
