import { type Command, routeCommand, type Schemas, table } from '#plugins/commands/contract.ts';

/** Commands about the stores of files, for whoever runs the server. */
export const commands: readonly Command[] = [
  routeCommand('blobs status', 'GET', '/console/api/file-stores', { say: described }),
  routeCommand('blobs adopt', 'POST', '/console/api/file-stores/adopt', {
    takes: { store: 'STORE' },
    confirm: ({ store }) =>
      `From now on this installation owns all files in the store '${store}'. Files that its database does not name, among them all that another installation has added, will be removed in days to come; the other one only reads from now on. Is the other one stopped, or is it the copy?`,
    say: described,
  }),
  routeCommand('blobs keep', 'POST', '/console/api/file-stores/keep', { takes: { store: 'STORE' }, say: described }),
];

const words = {
  own: "this installation's",
  watching: 'watched until it is certain; nothing is removed yet',
  foreign: "another's: only read",
} as const;

function described({ data }: Schemas['FileStores']): string[] {
  const areas = data.flatMap(({ id, areas: parts }) =>
    parts.map(({ area, state, holder, renewed_at: at }) => [
      area === '' ? id : `${id}/${area}`,
      words[state],
      holder ?? 'no mark',
      at ?? '',
    ]),
  );
  const removals = data.map(({ id, removals: { asked, marked, removed } }) => [
    id,
    String(asked),
    String(marked),
    String(removed),
  ]);
  return [
    ...table([['STORE', 'ITS FILES ARE', 'HOLDER', 'RENEWED'], ...areas]),
    '',
    ...table([['STORE', 'TO REMOVE', 'MARKED', 'REMOVED, KEPT'], ...removals]),
  ];
}
