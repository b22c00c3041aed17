import {
  type Command,
  positional,
  print,
  received,
  routeCommand,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const path = '/console/api/workspace';

/** Settings by the name people type. */
const settings: Readonly<Record<string, keyof Schemas['Workspace']>> = { 'code-network': 'code_network' };

export const commands: readonly Command[] = [
  routeCommand('workspace show', 'GET', path, {
    say: (workspace) =>
      table([
        ...(['id', 'name', 'plan'] as const).map((name) => [name, workspace[name]]),
        ...Object.entries(settings).map(([name, key]) => [name, workspace[key] === true ? 'on' : 'off']),
      ]),
  }),
  {
    name: 'workspace set',
    positionals: ['SETTING', 'VALUE'],
    options: {},
    usage: 'weft workspace set code-network on|off',
    summary: 'let code nodes use the network, or not',
    async run(context) {
      const [name, value] = [positional(context, 0), positional(context, 1)];
      const key = Object.hasOwn(settings, name) ? settings[name] : undefined;
      if (key === undefined) {
        throw new UsageError(`there is no setting '${name}'; there is ${Object.keys(settings).join(', ')}`);
      }
      if (value !== 'on' && value !== 'off') throw new UsageError(`${name} is on or off, not '${value}'`);
      const answer = await received(context.client.api.PATCH(path, { body: { [key]: value === 'on' } }));
      print(context, answer, () => [`${name} is ${value}.`]);
    },
  },
];
