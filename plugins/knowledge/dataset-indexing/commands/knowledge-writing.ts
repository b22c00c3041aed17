import { type Command, routeCommand } from '#plugins/commands/contract.ts';

const segments = '/console/api/datasets/{dataset_id}/documents/{document_id}/segments';
const one = '/console/api/datasets/{dataset_id}/documents/{document_id}/segments/{segment_id}';
const places = { dataset_id: 'BASE', document_id: 'DOCUMENT', segment_id: 'SEGMENT' };

/** Segments and child chunks by hand. */
export const commands: readonly Command[] = [
  routeCommand('knowledge segments add', 'POST', segments, {
    summary: 'add a segment to a document; it is found at once',
    takes: { dataset_id: 'BASE', document_id: 'DOCUMENT', segments: 'TEXT' },
    read: {
      segments: (content, { options: { answer, keyword, summary } }) => [
        { content, answer, keywords: keyword, summary },
      ],
    },
    more: {
      answer: { type: 'string', help: 'The answer, if the text is a question.' },
      keyword: { type: 'string', multiple: true, shown: 'WORD', help: 'Words by which it is found.' },
      summary: { type: 'string', help: 'Summary of the segment, which is searched, too.' },
    },
    say: ({ data }) => data.map(({ id, position }) => `Segment ${position} is ${id}.`),
  }),
  routeCommand('knowledge segments change', 'PATCH', one, {
    takes: { ...places, content: 'TEXT' },
    options: { keywords: 'keyword', regenerate_child_chunks: 'regenerate' },
    say: ({ position }) => `Segment ${position} is changed.`,
  }),
  routeCommand('knowledge chunks add', 'POST', `${one}/chunks`, {
    takes: { ...places, content: 'TEXT' },
    say: ({ id, position }) => `Child chunk ${position} is ${id}.`,
  }),
  routeCommand('knowledge chunks change', 'PATCH', `${one}/chunks/{chunk_id}`, {
    takes: { ...places, chunk_id: 'CHUNK', content: 'TEXT' },
    say: ({ position }) => `Child chunk ${position} is changed.`,
  }),
];
