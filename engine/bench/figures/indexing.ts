import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure, Row } from '#engine/bench/figure.ts';
import type { Server } from '#engine/bench/server.ts';

/** Of a chunk, about: 82 words. */
const LETTERS = 400;
/** Of one document, for its text is read by a process with limits. */
const CHUNKS = 2_500;

interface Sent {
  readonly origin: string;
  readonly token: string;
}

async function call({ origin, token }: Sent, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Words that come as often as words of a language do. */
function chunkText(seed: number): string {
  let state = seed + 1;
  let text = '';
  while (text.length < LETTERS - 8) {
    state = (state * 48_271) % 2_147_483_647;
    text += `w${Math.floor(60_000 ** (state / 2_147_483_647)).toString(36)} `;
  }
  return text.trim();
}

/** Milliseconds from the moment the chunks are rows until they are found, and processor time of the server meanwhile. */
async function index(server: Server, sent: Sent, technique: string, from: number) {
  const { id } = await call(sent, '/v1/datasets', { name: `${technique} ${from}`, indexing_technique: technique });
  const text = Array.from({ length: CHUNKS }, (_, place) => chunkText(from + place)).join('\n');
  const segmentation = { separator: '\n', max_tokens: 500, chunk_overlap: 0 };
  const rule = { mode: 'custom', rules: { pre_processing_rules: [], segmentation } };
  const before = await server.processorTime();
  const path = `/v1/datasets/${id}/document/create-by-text`;
  await call(sent, path, { name: 'bench', text, indexing_technique: technique, process_rule: rule });
  const startedAt = performance.now();
  let splitAt: number | undefined;
  for (;;) {
    const { data } = await call(sent, `/v1/datasets/${id}/documents?limit=1`);
    const [document] = data as { indexing_status: string; error: string | null }[];
    if (document?.indexing_status === 'indexing') splitAt ??= performance.now();
    if (document?.indexing_status === 'completed') break;
    if (document?.error) throw new Error(document.error);
    await sleep(10);
  }
  const now = performance.now();
  const cpu = (await server.processorTime()) - before;
  return { whole: now - startedAt, indexing: now - (splitAt ?? startedAt), cpu };
}

/** Documents of a knowledge base, from a text that was sent to chunks that are found. */
export const indexing: Figure = {
  name: 'knowledge-indexing',
  title: `Knowledge: a document of ${CHUNKS} chunks of 82 words is indexed`,
  async measure(bench) {
    const server = await bench.server();
    const management = { origin: server.origin, token: await server.managementToken() };
    const { api_key: token } = await call(management, '/console/api/dataset-keys', { name: 'bench' });
    const sent = { origin: server.origin, token: token as string };
    await index(server, sent, 'economy', 1_000_000);
    const rows: Row[] = [];
    for (const [technique, what] of [
      ['economy', 'words only'],
      ['high_quality', 'words, and vectors of the built-in model'],
    ] as const) {
      const { whole, indexing: time, cpu } = await index(server, sent, technique, 0);
      rows.push(
        { what: `${what}: chunks a second, once they are rows`, value: (CHUNKS / time) * 1_000, unit: '/s' },
        { what: `${what}: chunks a second, reading and cutting included`, value: (CHUNKS / whole) * 1_000, unit: '/s' },
        { what: `${what}: processor time of the server, each chunk`, value: (cpu / CHUNKS) * 1_000_000, unit: 'µs' },
      );
    }
    return rows;
  },
};
