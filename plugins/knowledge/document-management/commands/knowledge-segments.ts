import {
  type Command,
  confirmed,
  counted,
  print,
  printable,
  received,
  type Schemas,
  table,
} from '#plugins/commands/contract.ts';
import { alsoOption, chunkOf, documentOf, everyPage, segmentOf, selectedSegments } from './parts/place-of.ts';

const all = '/console/api/datasets/{dataset_id}/documents/{document_id}/segments';
const one = '/console/api/datasets/{dataset_id}/documents/{document_id}/segments/{segment_id}';
const text = { type: 'string' } as const;
/** Characters of a content that a list shows. */
const SHOWN = 80;

/** What documents are cut into. Writing them by hand: `weft knowledge segments add`. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge segments list',
    positionals: ['BASE', 'DOCUMENT'],
    options: { keyword: text },
    usage: 'weft knowledge segments list BASE DOCUMENT [--keyword PART]',
    summary: 'list segments of a document, in its order',
    async run(context) {
      const { keyword } = context.options;
      const path = documentOf(context);
      const more = typeof keyword === 'string' ? { keyword } : {};
      const found = await everyPage((page) =>
        received(context.client.api.GET(all, { params: { path, query: { ...page, ...more } } })),
      );
      const rows = found.map((item) => [item.id, String(item.position), stateOf(item), lineOf(item.content)]);
      print(context, { data: found }, () =>
        rows.length === 0 ? ['None.'] : table([['ID', 'POSITION', 'STATUS', 'CONTENT'], ...rows]),
      );
    },
  },
  {
    name: 'knowledge segments show',
    positionals: ['BASE', 'DOCUMENT', 'SEGMENT'],
    options: {},
    usage: 'weft knowledge segments show BASE DOCUMENT SEGMENT',
    summary: 'show a segment',
    async run(context) {
      const answer = await received(context.client.api.GET(one, { params: { path: segmentOf(context) } }));
      print(context, answer, () => shown(answer));
    },
  },
  ...(['enable', 'disable'] as const).map(
    (action): Command => ({
      name: `knowledge segments ${action}`,
      positionals: ['BASE', 'DOCUMENT', 'SEGMENT'],
      options: alsoOption,
      usage: `weft knowledge segments ${action} BASE DOCUMENT SEGMENT [--also SEGMENT]…`,
      summary: action === 'enable' ? 'let segments be found again' : 'keep segments from being found, at once',
      async run(context) {
        const selected = selectedSegments(context);
        const params = { path: documentOf(context) };
        await context.client.api.POST(`${all}/status`, { params, body: { selected, action } });
        print(context, { [action]: selected }, () => ['Done.']);
      },
    }),
  ),
  {
    name: 'knowledge segments delete',
    positionals: ['BASE', 'DOCUMENT', 'SEGMENT'],
    options: { ...alsoOption, yes: { type: 'boolean' } },
    usage: 'weft knowledge segments delete BASE DOCUMENT SEGMENT [--also SEGMENT]… [--yes]',
    summary: 'delete segments with their child chunks; asks before unless --yes is given',
    async run(context) {
      const selected = selectedSegments(context);
      await confirmed(context, `Delete ${counted(selected.length, 'segment')} for good?`);
      await context.client.api.POST(`${all}/delete`, { params: { path: documentOf(context) }, body: { selected } });
      print(context, { deleted: selected }, () => ['Deleted.']);
    },
  },
  {
    name: 'knowledge chunks list',
    positionals: ['BASE', 'DOCUMENT', 'SEGMENT'],
    options: {},
    usage: 'weft knowledge chunks list BASE DOCUMENT SEGMENT',
    summary: 'list child chunks of a segment',
    async run(context) {
      const path = segmentOf(context);
      const found = await everyPage((query) =>
        received(context.client.api.GET(`${one}/chunks`, { params: { path, query } })),
      );
      const rows = found.map((item) => [item.id, String(item.position), lineOf(item.content)]);
      print(context, { data: found }, () =>
        rows.length === 0 ? ['None.'] : table([['ID', 'POSITION', 'CONTENT'], ...rows]),
      );
    },
  },
  {
    name: 'knowledge chunks delete',
    positionals: ['BASE', 'DOCUMENT', 'SEGMENT', 'CHUNK'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft knowledge chunks delete BASE DOCUMENT SEGMENT CHUNK [--yes]',
    summary: 'delete a child chunk; asks before unless --yes is given',
    async run(context) {
      const path = chunkOf(context);
      await confirmed(context, 'Delete the child chunk for good?');
      await context.client.api.DELETE(`${one}/chunks/{chunk_id}`, { params: { path } });
      print(context, { deleted: path.chunk_id }, () => ['Deleted.']);
    },
  },
];

function stateOf({ status, enabled }: Schemas['KnowledgeSegment']): string {
  return status === 'completed' && !enabled ? 'disabled' : status;
}

/** The beginning, in one line. */
function lineOf(content: string): string {
  const line = printable(content.replaceAll(/\s+/g, ' ').trim());
  return line.length > SHOWN ? `${[...line].slice(0, SHOWN).join('')}…` : line;
}

function shown(item: Schemas['KnowledgeSegment']): readonly string[] {
  const place = [
    ...(item.page === null ? [] : [`page ${item.page}`]),
    ...(item.heading === null || item.heading === '' ? [] : [printable(item.heading)]),
  ];
  return [
    `Segment ${item.position} (${item.id}): ${stateOf(item)}${item.error === null ? '' : `: ${printable(item.error)}`}`,
    ...(place.length === 0 ? [] : [`At ${place.join(', ')}`]),
    `Found ${counted(item.hit_count, 'time')}; ${counted(item.tokens, 'token')}`,
    ...(item.keywords === null ? [] : [`Keywords: ${item.keywords.map(printable).join(', ')}`]),
    '',
    ...linesOf(item.content),
    ...(item.answer === null ? [] : ['', ...linesOf(item.answer)]),
    ...(item.summary === null ? [] : ['', 'Summary:', ...linesOf(item.summary)]),
  ];
}

function linesOf(content: string): readonly string[] {
  return content.split('\n').map(printable);
}
