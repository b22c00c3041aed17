import type { ExtractionAnswer, ExtractionTask } from '#plugins/text-extraction/protocol.ts';
import { extract } from './extract.ts';

/** What a confined process does with its tasks. */
export async function run(task: ExtractionTask): Promise<ExtractionAnswer> {
  const reply = await extract(task);
  return reply.ok ? { ok: true, content: Buffer.from(reply.text) } : reply;
}
