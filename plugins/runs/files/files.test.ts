import { describe, expect, it } from 'vitest';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import type { FileReading, FileSource } from './contract.ts';
import { fileLabel, filesOf } from './contract.ts';
import { readRequest } from './read-request.ts';
import { openFiles, remoteFile } from './testing/open-files.ts';

const reading: FileReading = { workspaceId: 'w', maxBytes: 100, signal: new AbortController().signal };

describe('files by address', () => {
  it('are fetched with their media type', async () => {
    await using server = await startServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'Text/Plain; charset=utf-8' }).end('content'),
    );
    await using files = openFiles();
    const content = await files.read(remoteFile(`${server.url}/a.txt`), reading);
    expect([Buffer.from(content.bytes).toString(), content.mediaType]).toEqual(['content', 'text/plain']);
  });

  it('are refused beyond the limit, told beforehand or not, and by name', async () => {
    await using server = await startServer((request, response) => {
      if (request.url === '/told.txt') response.writeHead(200, { 'content-length': '101' });
      response.end('x'.repeat(101));
    });
    await using files = openFiles();
    for (const name of ['told.txt', 'untold.txt']) {
      await expect(files.read(remoteFile(`${server.url}/${name}`), reading)).rejects.toMatchObject({
        code: 'files.too_large',
        message: expect.stringContaining(name),
      });
    }
  });

  it('that a server does not have are named with its status', async () => {
    await using server = await startServer((_request, response) => response.writeHead(404).end('no'));
    await using files = openFiles();
    await expect(files.read(remoteFile(`${server.url}/gone.txt`), reading)).rejects.toMatchObject({
      code: 'files.unavailable',
      message: expect.stringMatching(/gone\.txt.*404/),
    });
  });

  it('never come from the file system or a private address', async () => {
    await using files = openFiles();
    for (const url of ['file:///etc/passwd', 'http://10.0.0.1/a.txt', 'http://169.254.169.254/latest/meta-data']) {
      await expect(files.read(remoteFile(url), reading)).rejects.toMatchObject({
        code: expect.stringMatching(/^egress\.(invalid_request|address_refused)$/),
      });
    }
  });
});

describe('other files', () => {
  const record = (method: string) => remoteFile('http://host.test/a.txt', { transfer_method: method });

  it('come from the plugin that contributes their transfer method', async () => {
    const source: FileSource = {
      id: 'store',
      transferMethods: ['local_file'],
      read: async (_file, { workspaceId }) => ({ bytes: Buffer.from(workspaceId), mediaType: '' }),
    };
    await using files = openFiles([source]);
    const content = await files.read(record('local_file'), reading);
    expect(Buffer.from(content.bytes).toString()).toBe('w');
  });

  it('without such a plugin are refused by name', async () => {
    await using files = openFiles();
    await expect(files.read(record('tool_file'), reading)).rejects.toMatchObject({
      code: 'files.no_source',
      message: expect.stringMatching(/a\.txt.*tool_file/),
    });
  });
});

describe('records', () => {
  it('are taken out of a file, a list, and nothing else', () => {
    const file = remoteFile('http://host.test/a.txt');
    expect([filesOf(file), filesOf([file, 'x', null]), filesOf('x'), filesOf(null)]).toEqual([[file], [file], [], []]);
  });

  it('are labelled in one line', () => {
    expect(fileLabel(remoteFile('http://host.test/a.txt', { filename: 'n'.repeat(500) }))).toHaveLength(100);
    expect(fileLabel(remoteFile('http://host.test/a.txt', { filename: null }))).toBe('without a name');
  });

  it('are checked when a thread asks for them', () => {
    for (const input of [null, {}, { file: { url: 'x' }, maxBytes: 1 }, { file: remoteFile('http://a.test/') }]) {
      expect(() => readRequest(input)).toThrow(expect.objectContaining({ code: 'files.invalid_request' }));
    }
  });
});
