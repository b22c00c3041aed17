import { type Command, print, received, table } from '#plugins/commands/contract.ts';

/** What the server is made of, for whoever runs it. */
export const commands: readonly Command[] = [
  {
    name: 'plugins list',
    positionals: [],
    options: {},
    usage: 'weft plugins list',
    summary:
      'list the plugins of the server: which run, what they are needed by, and why the others do not run. What the workspace has installed: weft plugins installed',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/installation/plugins'));
      const rows = answer.data.map(({ id, group, state, needed_by, reason }) => [
        id,
        group ?? '',
        state,
        reason ?? (needed_by.length === 0 ? 'can be switched off' : `needed by ${needed_by.join(', ')}`),
      ]);
      print(context, answer, () => table([['ID', 'GROUP', 'STATE', 'WHY'], ...rows]));
    },
  },
];
