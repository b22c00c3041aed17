import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeStore, inPieces, keysOf, noise } from '#plugins/blobs/testing/store-contract.ts';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { S3Store } from './s3-store.ts';
import { startS3Server } from './testing/s3-server.ts';

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server[Symbol.asyncDispose]());

describeStore('s3', () => new S3Store(server.settings, 'prefix/'));

describe('a bucket', () => {
  it('can be shared by installations with prefixes of their own', async () => {
    const [one, two] = [new S3Store(server.settings, 'one/'), new S3Store(server.settings, 'two/')];
    await one.write('files/w/1', inPieces(noise(10), 10));
    await expect(two.read('files/w/1')).rejects.toMatchObject({ code: 'blobs.not_found' });
    for await (const entry of two.list('files')) expect(entry).toBeUndefined();
  });

  it.each([
    ['another secret', { secretKey: 'canary-secret' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKey: 'nobody' }, 'InvalidAccessKeyId'],
  ])('refuses %s, told without it', async (_name, changed, reason) => {
    const store = new S3Store({ ...server.settings, ...changed }, '');
    const failed = store.write('files/w/1', inPieces(noise(10), 10));
    await expect(failed).rejects.toMatchObject({ code: 'blobs.unavailable', message: expect.stringContaining(reason) });
    await expect(store.write('files/w/2', inPieces(noise(10), 10))).rejects.not.toMatchObject({
      message: expect.stringContaining('canary'),
    });
    await expect(store.check(new AbortController().signal)).rejects.toMatchObject({ code: 'blobs.unavailable' });
  });

  it('is listed page by page, and its abandoned uploads are aborted', async () => {
    const asked: string[] = [];
    const entry = (key: string) =>
      `<Contents><Key>p/files/w/${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`;
    const upload = (key: string, started: string) =>
      `<Upload><Key>${key}</Key><UploadId>id+${key}</UploadId><Initiated>${started}</Initiated></Upload>`;
    await using pages = await startServer(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      if (url.includes('uploads=')) {
        const old = upload('p/old', '2026-01-01T00:00:00.000Z');
        const others = upload('p/young', '2026-03-01T00:00:00.000Z') + upload('q/old', '2026-01-01T00:00:00.000Z');
        response.end(`<ListMultipartUploadsResult>${old}${others}</ListMultipartUploadsResult>`);
      } else if (url.includes('continuation-token=a%2Bb%3D')) response.end(`<L>${entry('3')}</L>`);
      else response.end(`<L>${entry('1')}${entry('2')}<NextContinuationToken>a+b=</NextContinuationToken></L>`);
    });
    const store = new S3Store({ ...server.settings, endpoint: pages.url }, 'p/');
    expect(await keysOf(store, 'files')).toEqual(['files/w/1', 'files/w/2', 'files/w/3']);
    asked.length = 0;
    await store.tidy(Date.parse('2026-02-01T00:00:00.000Z'));
    expect(asked.slice(1)).toEqual(['DELETE /weft/p/old?uploadId=id%2Bp%2Fold']);
  });

  it('that does not exist, or a server that does not answer, is named', async () => {
    const settings = { ...server.settings, bucket: 'nowhere' };
    await expect(new S3Store(settings, '').check(new AbortController().signal)).rejects.toMatchObject({
      message: expect.stringContaining("'nowhere'"),
    });
    const away = new S3Store({ ...server.settings, endpoint: 'http://127.0.0.1:1' }, '');
    await expect(away.read('files/w/1')).rejects.toMatchObject({ code: 'blobs.unavailable', kind: 'unavailable' });
  });
});
