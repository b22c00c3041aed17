import { createGzip } from 'node:zlib';
import { expect, it } from 'vitest';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { readResponse, usualLimits } from './response.ts';

const start = Buffer.alloc(2 * 1024 * 1024, 'x');

it.each(['identity', 'gzip'])(
  'a large answer (%s) that drips is given up, and its room is not kept',
  async (encoding) => {
    await using server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': encoding });
      const body = encoding === 'gzip' ? createGzip() : response;
      if (body !== response) body.pipe(response);
      body.write(start);
      if ('flush' in body) body.flush();
      const drip = setInterval(() => {
        body.write('x');
        if ('flush' in body) body.flush();
      }, 20);
      response.once('close', () => clearInterval(drip));
    });
    await using egress = openEgress();
    let asked = 0;
    const beLarge = async () => {
      asked += 1;
    };
    const response = await egress.request({ url: server.url, method: 'GET', decompress: true });
    const reading = readResponse(response, 'GET', { limits: usualLimits, beLarge, largeMs: 300 });
    await expect(reading).rejects.toMatchObject({
      type: 'HttpRequestNodeError',
      message: expect.stringContaining('did not come within 0.3 seconds'),
    });
    expect(asked).toBe(1);
  },
);
