import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '#plugins/blobs-s3/s3-client.ts';

/** A real server of objects on loopback, with one empty bucket; it checks signatures. */
export async function startS3Server(): Promise<{ readonly settings: S3Settings } & AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), 'weft-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'weft', configs: [] }],
  });
  const { port }: AddressInfo = await server.run();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'weft',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
