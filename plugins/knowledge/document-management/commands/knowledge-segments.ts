import { type Command, type CommandContext, counted, routeCommand, type Schemas } from '#plugins/commands/contract.ts';
import { also, selectedSegments } from './parts/place-of.ts';

const all = '/console/api/datasets/{dataset_id}/documents/{document_id}/segments';
const one = '/console/api/datasets/{dataset_id}/documents/{document_id}/segments/{segment_id}';
const document = { dataset_id: 'BASE', document_id: 'DOCUMENT' };
const segment = { ...document, segment_id: 'SEGMENT' };
const several = {
  takes: { ...document, selected: 'SEGMENT' },
  read: { selected: (_typed: string, context: CommandContext) => selectedSegments(context) },
  more: also('SEGMENT'),
} as const;
/** Characters of a content that a list shows. */
const SHOWN = 80;

/** What documents are cut into. Writing them by hand: `weft knowledge segments add`. */
export const commands: readonly Command[] = [
  routeCommand('knowledge segments list', 'GET', all, {
    takes: document,
    isWhole: true,
    table: { ID: 'id', POSITION: 'position', STATUS: stateOf, CONTENT: lineOf },
  }),
  routeCommand('knowledge segments show', 'GET', one, { takes: segment, say: shown }),
  ...(['enable', 'disable'] as const).map((action) =>
    routeCommand(`knowledge segments ${action}`, 'POST', `${all}/status`, {
      ...several,
      summary: action === 'enable' ? 'let segments be found again' : 'keep segments from being found, at once',
      fixed: { action },
      json: { [action]: 'selected' },
      say: 'Done.',
    }),
  ),
  routeCommand('knowledge segments delete', 'POST', `${all}/delete`, {
    ...several,
    confirm: ({ selected }) => `Delete ${counted((selected as readonly string[]).length, 'segment')} for good?`,
    json: { deleted: 'selected' },
    say: 'Deleted.',
  }),
  routeCommand('knowledge chunks list', 'GET', `${one}/chunks`, {
    takes: segment,
    isWhole: true,
    table: { ID: 'id', POSITION: 'position', CONTENT: lineOf },
  }),
  routeCommand('knowledge chunks delete', 'DELETE', `${one}/chunks/{chunk_id}`, {
    takes: { ...segment, chunk_id: 'CHUNK' },
    confirm: 'Delete the child chunk for good?',
    json: { deleted: 'chunk_id' },
    say: 'Deleted.',
  }),
];

function stateOf({ status, enabled }: Schemas['KnowledgeSegment']): string {
  return status === 'completed' && !enabled ? 'disabled' : status;
}

/** The beginning, in one line. */
function lineOf({ content }: { readonly content: string }): string {
  const line = content.replaceAll(/\s+/g, ' ').trim();
  return line.length > SHOWN ? `${[...line].slice(0, SHOWN).join('')}…` : line;
}

function shown(item: Schemas['KnowledgeSegment']): readonly string[] {
  const place = [
    ...(item.page === null ? [] : [`page ${item.page}`]),
    ...(item.heading === null || item.heading === '' ? [] : [item.heading]),
  ];
  return [
    `Segment ${item.position} (${item.id}): ${stateOf(item)}${item.error === null ? '' : `: ${item.error}`}`,
    ...(place.length === 0 ? [] : [`At ${place.join(', ')}`]),
    `Found ${counted(item.hit_count, 'time')}; ${counted(item.tokens, 'token')}`,
    ...(item.keywords === null ? [] : [`Keywords: ${item.keywords.join(', ')}`]),
    '',
    ...item.content.split('\n'),
    ...(item.answer === null ? [] : ['', ...item.answer.split('\n')]),
    ...(item.summary === null ? [] : ['', 'Summary:', ...item.summary.split('\n')]),
  ];
}
