import { type Columns, type Command, routeCommand, type Schemas, timeOf } from '#plugins/commands/contract.ts';

type Source = Schemas['DatasetSource'];

const all = '/console/api/datasets/{dataset_id}/sources';
const one = '/console/api/datasets/{dataset_id}/sources/{source_id}';
const takes = { dataset_id: 'BASE', source_id: 'SOURCE' };
const options = {
  include_paths: 'include',
  exclude_paths: 'exclude',
  delay_ms: 'delay',
  on_vanished: 'vanished',
  indexing_technique: 'technique',
  doc_form: 'form',
} as const;
const columns: Columns<Source> = {
  ID: 'id',
  KIND: 'kind',
  STATE: 'status',
  PAGES: countOf,
  NEXT: ({ is_paused: isPaused, next_refresh_at: at }) => (isPaused ? 'paused' : at === null ? '-' : timeOf(at)),
  NAME: 'name',
};

/** Where documents of knowledge bases come from. */
export const commands: readonly Command[] = [
  routeCommand('knowledge sources list', 'GET', all, {
    takes: { dataset_id: 'BASE' },
    table: columns,
    none: ({ dataset_id: base }) => `No sources: weft knowledge sources add ${base} KIND URL`,
  }),
  routeCommand('knowledge sources add', 'POST', all, {
    takes: { dataset_id: 'BASE', kind: 'KIND', url: 'URL' },
    options,
    say: ({ id }, { dataset_id: base }) => `Added ${id}; it is being read: weft knowledge sources show ${base} ${id}`,
  }),
  routeCommand('knowledge sources show', 'GET', one, { takes, say: linesOf }),
  routeCommand('knowledge sources change', 'PATCH', one, {
    summary: 'change a source; it counts from the next time it is read',
    takes,
    options,
    without: { is_paused: 'is said by knowledge sources pause and resume' },
    more: { 'no-token': { type: 'boolean', help: 'Forget the token.' } },
    fill: ({ options: { 'no-token': noToken } }) => (noToken === true ? { token: null } : {}),
    say: linesOf,
  }),
  ...(['pause', 'resume'] as const).map((word) =>
    routeCommand(`knowledge sources ${word}`, 'PATCH', one, {
      summary: word === 'pause' ? 'refresh a source no more by itself' : 'refresh a source by itself again',
      takes,
      fixed: { is_paused: word === 'pause' },
      say: linesOf,
    }),
  ),
  routeCommand('knowledge sources refresh', 'POST', `${one}/refresh`, { takes, say: 'It is being read.' }),
  routeCommand('knowledge sources cancel', 'POST', `${one}/cancel`, { takes, say: linesOf }),
  routeCommand('knowledge sources pages', 'GET', `${one}/pages`, {
    takes,
    table: { STATE: 'status', ADDRESS: 'address', WHY: 'message' },
  }),
  routeCommand('knowledge sources remove', 'DELETE', one, {
    takes,
    fixed: { confirm: true },
    confirm: ({ keep_documents: isKept }) =>
      isKept === true ? 'Delete the source, and keep its documents?' : 'Delete the source with its documents?',
    json: { removed: 'source_id' },
    say: 'Removed.',
  }),
];

function countOf({ pages: { added, changed, unchanged, failed, waiting } }: Source): string {
  return `${added + changed + unchanged}${failed > 0 ? `, ${failed} failed` : ''}${waiting > 0 ? `, ${waiting} to go` : ''}`;
}

function linesOf(source: Source): string[] {
  const { added, changed: other, unchanged, skipped, failed, vanished, waiting } = source.pages;
  const pages = `${added} added, ${other} changed, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed, ${vanished} vanished, ${waiting} to go`;
  return [
    `${source.name}: ${source.kind} ${source.url}`,
    `State      ${source.status}${source.is_paused ? ', paused' : ''}`,
    `Pages      ${pages}`,
    ...(source.error === null ? [] : [`Error      ${source.error}`]),
    ...(source.is_incomplete ? ['Incomplete: not all pages were seen; raise --max-pages, or see which failed.'] : []),
    `Refresh    ${source.refresh}${source.next_refresh_at === null ? '' : `, next ${timeOf(source.next_refresh_at)}`}`,
    `Vanished   ${source.on_vanished}`,
  ];
}
