import {
  type Command,
  type CommandContext,
  counted,
  print,
  received,
  routeCommand,
  table,
} from '#plugins/commands/contract.ts';

interface KeyState {
  readonly place: string;
  readonly sealing_key: string;
  readonly previous_keys: readonly string[];
  readonly columns: readonly { name: string; total: number; left: number; unreadable: number }[];
  readonly left: number;
  readonly unreadable: number;
}

/** Commands about the master key, for whoever runs the server. */
export const commands: readonly Command[] = [
  routeCommand('secrets status', 'GET', '/console/api/master-key', {
    say: (state) => [...described(state), ...columns(state)],
  }),
  {
    name: 'secrets rotate',
    positionals: [],
    options: {},
    usage: 'weft secrets rotate',
    summary: 'seal all stored secrets with a new master key; goes on where it was interrupted',
    async run(context) {
      let state = await step(context);
      // Ends: what is left gets less with each step, or stays where others are at it.
      for (let last = Number.POSITIVE_INFINITY; state.left > 0 && state.left < last; ) {
        if (!context.isJson) context.terminal.out(`${counted(state.left, 'secret is', 'secrets are')} left.\n`);
        last = state.left;
        state = await step(context);
      }
      print(context, state, () => described(state));
    },
  },
  routeCommand('secrets forget', 'POST', '/console/api/master-key/forget-previous', {
    summary: 'remove the previous master keys; backups from before need a copy of them',
    confirm: 'Remove the previous master keys? They are gone after that.',
    say: described,
  }),
];

function step(context: CommandContext): Promise<KeyState> {
  return received(context.client.api.POST('/console/api/master-key/rotate'));
}

function described({ place, sealing_key: key, previous_keys: previous, left, unreadable }: KeyState): string[] {
  const where = place === 'file' ? 'secret.key in the data folder' : 'WEFT_SECRET_KEY';
  const rest =
    left > 0
      ? `${counted(left, 'secret is', 'secrets are')} sealed with a previous key: weft secrets rotate`
      : `Nothing needs the previous keys${previous.length > 0 ? '; weft secrets forget --yes removes them' : ''}.`;
  return [
    `Key ${key} seals (${where}); ${previous.length === 0 ? 'no others' : previous.join(', ')} may open.`,
    rest,
    ...(unreadable > 0
      ? [`${counted(unreadable, 'secret')} can't be opened with any of these keys; set what they were again.`]
      : []),
  ];
}

function columns(state: KeyState): string[] {
  const rows = state.columns.map(({ name, total, left, unreadable }) => [
    name,
    ...[total, left, unreadable].map(String),
  ]);
  return table([['WHERE', 'SECRETS', 'LEFT', 'UNREADABLE'], ...rows]);
}
