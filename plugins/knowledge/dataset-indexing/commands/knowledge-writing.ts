import {
  type Command,
  type CommandContext,
  positional,
  print,
  received,
  UsageError,
} from '#plugins/commands/contract.ts';
import { chunkOf, documentOf, segmentOf } from './parts/place-of.ts';

const segments = '/console/api/datasets/{dataset_id}/documents/{document_id}/segments';
const text = { type: 'string' } as const;
const textOptions = { answer: text, keyword: { type: 'string', multiple: true }, summary: text } as const;

/** Segments and child chunks by hand. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge segments add',
    positionals: ['BASE', 'DOCUMENT', 'TEXT'],
    options: textOptions,
    usage: 'weft knowledge segments add BASE DOCUMENT TEXT [--answer TEXT] [--keyword WORD]… [--summary TEXT]',
    summary: 'add a segment to a document; it is found at once',
    async run(context) {
      const body = { segments: [{ content: positional(context, 2), ...textsOf(context) }] };
      const params = { path: documentOf(context) };
      const answer = await received(context.client.api.POST(segments, { params, body }));
      print(context, answer, () => answer.data.map(({ id, position }) => `Segment ${position} is ${id}.`));
    },
  },
  {
    name: 'knowledge segments change',
    positionals: ['BASE', 'DOCUMENT', 'SEGMENT', 'TEXT'],
    options: { ...textOptions, enabled: text, regenerate: { type: 'boolean' } },
    usage:
      'weft knowledge segments change BASE DOCUMENT SEGMENT TEXT [--answer TEXT] [--keyword WORD]… [--summary TEXT] [--enabled true|false] [--regenerate]',
    summary: 'change what a segment says; --regenerate makes its child chunks anew',
    async run(context) {
      const { enabled, regenerate } = context.options;
      if (enabled !== undefined && enabled !== 'true' && enabled !== 'false') {
        throw new UsageError('--enabled takes true or false');
      }
      const body = {
        content: positional(context, 3),
        ...textsOf(context),
        ...(enabled !== undefined && { enabled: enabled === 'true' }),
        regenerate_child_chunks: regenerate === true,
      };
      const params = { path: segmentOf(context) };
      const answer = await received(context.client.api.PATCH(`${segments}/{segment_id}`, { params, body }));
      print(context, answer, () => [`Segment ${answer.position} is changed.`]);
    },
  },
  {
    name: 'knowledge chunks add',
    positionals: ['BASE', 'DOCUMENT', 'SEGMENT', 'TEXT'],
    options: {},
    usage: 'weft knowledge chunks add BASE DOCUMENT SEGMENT TEXT',
    summary: 'add a child chunk to a segment; it is found at once',
    async run(context) {
      const params = { path: segmentOf(context) };
      const body = { content: positional(context, 3) };
      const answer = await received(context.client.api.POST(`${segments}/{segment_id}/chunks`, { params, body }));
      print(context, answer, () => [`Child chunk ${answer.position} is ${answer.id}.`]);
    },
  },
  {
    name: 'knowledge chunks change',
    positionals: ['BASE', 'DOCUMENT', 'SEGMENT', 'CHUNK', 'TEXT'],
    options: {},
    usage: 'weft knowledge chunks change BASE DOCUMENT SEGMENT CHUNK TEXT',
    summary: 'change what a child chunk says',
    async run(context) {
      const params = { path: chunkOf(context) };
      const body = { content: positional(context, 4) };
      const path = `${segments}/{segment_id}/chunks/{chunk_id}` as const;
      const answer = await received(context.client.api.PATCH(path, { params, body }));
      print(context, answer, () => [`Child chunk ${answer.position} is changed.`]);
    },
  },
];

function textsOf(context: CommandContext) {
  const { answer, keyword, summary } = context.options;
  return {
    ...(typeof answer === 'string' && { answer }),
    ...(Array.isArray(keyword) && { keywords: keyword as string[] }),
    ...(typeof summary === 'string' && { summary }),
  };
}
