import { type Command, routeCommand, rowsOf } from '#plugins/commands/contract.ts';

/** Finding things by a part of their names. */
export const commands: readonly Command[] = [
  routeCommand('search', 'GET', '/console/api/search', {
    takes: { query: 'WORDS' },
    say({ data }) {
      const rows = data.flatMap(({ kind, items }) => items.map((item) => ({ ...item, kind })));
      if (rows.length === 0) return 'Nothing was found.';
      return rowsOf({ KIND: 'kind', ID: 'id', NAME: 'name', OF: ({ about }) => about ?? '' }, rows);
    },
  }),
];
