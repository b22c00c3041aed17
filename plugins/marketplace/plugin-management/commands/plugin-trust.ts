import {
  type Command,
  confirmed,
  identifier,
  positional,
  print,
  printable,
  received,
  secondsOf,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

const keys = '/console/api/installation/plugin-keys';
const blocks = '/console/api/installation/plugin-blocks';
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** For whoever runs the server. */
export const commands: readonly Command[] = [
  {
    name: 'plugins trusted',
    positionals: [],
    options: {},
    usage: 'weft plugins trusted',
    summary: 'list the keys whose signatures of plugins the server trusts',
    async run(context) {
      const answer = await received(context.client.api.GET(keys));
      print(context, answer, () =>
        answer.items.length === 0
          ? ['No keys: weft plugins trust KEY']
          : table([
              ['ID', 'KIND', 'ENDS', 'WHOSE'],
              ...answer.items.map(({ id, kind, label, expires_at: end }) => [
                ...[id, kind, end === null ? 'never' : timeOf(end), printable(label)],
              ]),
            ]),
      );
    },
  },
  {
    name: 'plugins trust',
    positionals: ['KEY'],
    options: { label: text, registry: flag, 'key-id': text, until: text },
    usage: 'weft plugins trust KEY [--label TEXT] [--until TIME] [--registry --key-id ID]',
    summary: 'trust what a publisher of plugins signs, or a registry, in all workspaces',
    async run(context) {
      const { label, registry, 'key-id': keyId, until } = context.options;
      const body = {
        public_key: positional(context, 0),
        ...(typeof label === 'string' && { label }),
        ...(registry === true && { kind: 'registry' as const }),
        ...(typeof keyId === 'string' && { key_id: keyId }),
        ...(typeof until === 'string' && { expires_at: Number(secondsOf(until)) }),
      };
      const answer = await received(context.client.api.POST(keys, { body }));
      print(context, answer, () => [`The key ${answer.id} is trusted.`]);
    },
  },
  {
    name: 'plugins distrust',
    positionals: ['KEY-ID'],
    options: { yes: flag },
    usage: 'weft plugins distrust KEY-ID [--yes]',
    summary: 'trust a key of plugins no longer; what it has signed and is installed stays',
    async run(context) {
      const id = positional(context, 0);
      await confirmed(context, `Trust the key ${printable(id)} no longer?`);
      await context.client.api.DELETE('/console/api/installation/plugin-keys/{key_id}', {
        params: { path: { key_id: id.replaceAll('/', '~') } },
      });
      print(context, { removed: id }, () => ['It is not trusted any more.']);
    },
  },
  {
    name: 'plugins blocked',
    positionals: [],
    options: {},
    usage: 'weft plugins blocked',
    summary: 'list the plugins that may not run on the server',
    async run(context) {
      const answer = await received(context.client.api.GET(blocks));
      print(context, answer, () =>
        answer.items.length === 0
          ? ['Nothing is blocked.']
          : table([
              ['ID', 'NAME', 'VERSION', 'WHY'],
              ...answer.items.map(({ id, name, version, reason }) => [
                ...[id ?? '(configuration)', name, version ?? 'all', printable(reason)],
              ]),
            ]),
      );
    },
  },
  {
    name: 'plugins block',
    positionals: ['NAME'],
    options: { reason: text, yes: flag },
    usage: 'weft plugins block NAME[@VERSION] --reason TEXT [--yes]',
    summary: 'stop a plugin, or a version of it, in all workspaces at once, calls under way too',
    async run(context) {
      const { reason } = context.options;
      if (typeof reason !== 'string') throw new UsageError('say --reason: everybody is told who uses it');
      const given = positional(context, 0);
      const at = given.indexOf('@', 1);
      const name = at === -1 ? given : given.slice(0, at);
      await confirmed(context, `Stop ${printable(given)} in all workspaces?`);
      const body = { name, reason, ...(at !== -1 && { version: given.slice(at + 1) }) };
      const answer = await received(context.client.api.POST(blocks, { body }));
      print(context, answer, () => [`${answer.name} ${answer.version ?? 'in all versions'} is blocked: ${answer.id}`]);
    },
  },
  {
    name: 'plugins unblock',
    positionals: ['ID'],
    options: {},
    usage: 'weft plugins unblock ID',
    summary: 'let a plugin that was blocked run again',
    async run(context) {
      const id = identifier(positional(context, 0), { kind: 'entry', shownBy: 'weft plugins blocked' });
      await context.client.api.DELETE('/console/api/installation/plugin-blocks/{block_id}', {
        params: { path: { block_id: id } },
      });
      print(context, { removed: id }, () => ['It may run again.']);
    },
  },
];
