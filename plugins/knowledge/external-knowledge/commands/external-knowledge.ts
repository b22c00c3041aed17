import { type Command, routeCommand } from '#plugins/commands/contract.ts';

const all = '/console/api/external-knowledge-apis';
const one = '/console/api/external-knowledge-apis/{id}';
const columns = { ID: 'id', NAME: 'name', ENDPOINT: 'endpoint', KEY: 'api_key' } as const;
const options = { api_key: 'key' };

/** Services that keep knowledge elsewhere. */
export const commands: readonly Command[] = [
  routeCommand('knowledge apis list', 'GET', all, {
    table: columns,
    none: 'No external knowledge APIs: weft knowledge apis add NAME ENDPOINT --key KEY',
  }),
  routeCommand('knowledge apis add', 'POST', all, {
    takes: { name: 'NAME', endpoint: 'ENDPOINT' },
    options,
    say: ({ id }) => [`Added ${id}.`, `weft knowledge apis test ${id} KNOWLEDGE QUERY`],
  }),
  routeCommand('knowledge apis show', 'GET', one, {
    table: columns,
    after: ({ used_by: bases }) => bases.map(({ id, name }) => `Asked by ${name} (${id})`),
  }),
  routeCommand('knowledge apis change', 'PATCH', one, { options, table: columns }),
  routeCommand('knowledge apis remove', 'DELETE', one, {
    options: { confirm: 'force' },
    confirm: 'Delete the external knowledge API, with its key?',
    json: { removed: 'id' },
    say: 'Removed.',
  }),
  routeCommand('knowledge apis test', 'POST', `${one}/test`, {
    takes: { id: 'ID', knowledge_id: 'KNOWLEDGE', query: 'QUERY' },
    table: {
      SCORE: ({ score }) => score.toFixed(3),
      TITLE: 'title',
      CONTENT: ({ content }) => shortened(content),
    },
    none: 'It found nothing.',
  }),
];

function shortened(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
