import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { trivialWorkflow } from '#engine/bench/documents.ts';
import type { Figure } from '#engine/bench/figure.ts';
import { peakMemory } from '#engine/bench/peak-memory.ts';
import { makeHome } from '#engine/bench/server.ts';
import { median } from '#engine/bench/statistics.ts';

const MEGABYTE = 1_048_576;
const boundary = 'weft-bench-boundary';
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`,
);
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
const piece = Buffer.alloc(65_536, 'a line of an uploaded text\n');

/** Sends a form with a file of some megabytes; gives the milliseconds until the answer. */
async function send(address: string, megabytes: number, headers: Readonly<Record<string, string>>): Promise<number> {
  const pieces = (megabytes * MEGABYTE) / piece.length;
  const startedAt = performance.now();
  const call = request(address, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + megabytes * MEGABYTE + tail.length,
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    call.on('error', reject).on('response', (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
  });
  const content = function* () {
    yield head;
    for (let index = 0; index < pieces; index += 1) yield piece;
    yield tail;
  };
  await pipeline(Readable.from(content()), call);
  const status = await answered;
  if (status >= 300) throw new Error(`The upload was answered ${status}.`);
  return performance.now() - startedAt;
}

export const upload: Figure = {
  name: 'upload-100mb',
  title: 'Upload of a file of 100 MB',
  async measure(bench) {
    const home = await makeHome();
    const extra = { WEFT_UPLOAD_FILE_MB: '200' };
    // A server of its own: what other figures left behind doesn't count.
    const server = await bench.startServer(bench.backEnds[0] ?? 'PGlite', home.path, extra);
    try {
      const key = await server.publish(trivialWorkflow());
      const own = () => send(`${server.origin}/v1/files/upload`, 100, { authorization: `Bearer ${key}` });
      const floor = () => send(`${bench.floors}/upload`, 100, {});
      await floor();
      await send(`${server.origin}/v1/files/upload`, 10, { authorization: `Bearer ${key}` });
      const idle = await server.memory();
      const measuring = new AbortController();
      const peak = peakMemory(server, measuring.signal);
      const before = await server.processorTime();
      const times: { readonly own: number; readonly floor: number }[] = [];
      for (let round = 0; round < (bench.isQuick ? 3 : 7); round += 1) {
        times.push({ floor: await floor(), own: await own() });
      }
      measuring.abort();
      const spent = ((await server.processorTime()) - before) / times.length;
      const byHand = { what: 'koa and a pipe to a file', value: median(times.map((time) => time.floor)) };
      return [
        { what: 'time, median', value: median(times.map((time) => time.own)), unit: 'ms', floor: byHand },
        { what: 'processor time of the server for each', value: spent * 1000, unit: 'ms' },
        { what: 'memory over idle, at its peak', value: (await peak) - idle, unit: 'MB' },
      ];
    } finally {
      await server.stop();
      await home.remove();
    }
  },
};
