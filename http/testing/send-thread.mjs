import { request } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** Characters of an answer that are told. */
const TOLD = 2_000;

async function bytesOf(body) {
  if (body instanceof Uint8Array) return body;
  const { make } = await import(body.module);
  return Buffer.from(make(...body.with));
}

parentPort.on('message', async ({ id, url, method, headers, body }) => {
  const tell = (status, text) => parentPort.postMessage({ id, status, text });
  const failed = (error) => tell(0, error.message);
  const bytes = await bytesOf(body);
  const sent = request(url, { method, headers: { ...headers, 'content-length': bytes.length } }, (answer) => {
    const chunks = [];
    answer.on('data', (chunk) => chunks.push(chunk));
    answer.on('end', () => tell(answer.statusCode, Buffer.concat(chunks).toString('utf8').slice(0, TOLD)));
    answer.on('error', failed);
  });
  sent.on('error', failed);
  sent.end(bytes);
});
