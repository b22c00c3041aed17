import {
  appOf,
  type Command,
  type CommandContext,
  identifier,
  positional,
  print,
  printable,
  received,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const text = { type: 'string' } as const;
const path = '/console/api/apps/{app_id}';

/** What happens to apps besides being built and called. */
export const commands: readonly Command[] = [
  {
    name: 'apps set',
    positionals: ['ID'],
    options: { name: text, description: text, icon: text, tag: { ...text, multiple: true } },
    usage: 'weft apps set ID [--name NAME] [--description TEXT] [--icon EMOJI|ADDRESS] [--tag TAG]…',
    summary:
      'rename or describe an app, or give it another icon: an emoji or the address of an image; tags take the place of those it has, --tag= takes them away',
    async run(context) {
      const { name, description, icon, tag } = context.options;
      const tags = (tag as readonly string[] | undefined)?.filter((one) => one !== '');
      const body = {
        ...(name !== undefined && { name: String(name) }),
        ...(description !== undefined && { description: String(description) }),
        ...(typeof icon === 'string' && { icon, icon_type: iconType(icon) }),
        ...(tags !== undefined && { tags: [...tags] }),
      };
      if (Object.keys(body).length === 0)
        throw new UsageError('say what to set: --name, --description, --icon or --tag');
      const answer = await change(context, body);
      print(context, answer, () => [`${printable(answer.name)} was changed.`]);
    },
  },
  {
    name: 'apps pause',
    positionals: ['ID'],
    options: {},
    usage: 'weft apps pause ID',
    summary: 'refuse calls of an app until it is resumed',
    run: (context) => switchTo(context, 'paused'),
  },
  {
    name: 'apps resume',
    positionals: ['ID'],
    options: {},
    usage: 'weft apps resume ID',
    summary: 'take calls of a paused app again',
    run: (context) => switchTo(context, 'active'),
  },
  {
    name: 'apps duplicate',
    positionals: ['ID'],
    options: { name: text },
    usage: 'weft apps duplicate ID [--name NAME]',
    summary: 'copy the draft as an app of its own',
    async run(context) {
      const { name } = context.options;
      const request = { params: { path: appOf(context) }, ...(name !== undefined && { body: { name: String(name) } }) };
      const answer = await received(context.client.api.POST(`${path}/duplicate`, request));
      print(context, answer, () => [`${printable(answer.name)} is ${answer.id}.`]);
    },
  },
  {
    name: 'apps deleted',
    positionals: [],
    options: {},
    usage: 'weft apps deleted',
    summary: 'list apps that were deleted within 30 days',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/deleted-apps'));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['None.']
          : table([
              ['ID', 'NAME', 'DELETED'],
              ...answer.data.map(({ id, name, deleted_at: at }) => [id, name, new Date(at * 1000).toISOString()]),
            ]),
      );
    },
  },
  {
    name: 'apps restore',
    positionals: ['ID'],
    options: {},
    usage: 'weft apps restore ID',
    summary: 'bring a deleted app back, with its keys',
    async run(context) {
      const params = { path: appOf(context) };
      const answer = await received(context.client.api.POST('/console/api/deleted-apps/{app_id}/restore', { params }));
      print(context, answer, () => [`${printable(answer.name)} is back.`]);
    },
  },
  {
    name: 'apps versions',
    positionals: ['ID'],
    options: {},
    usage: 'weft apps versions ID',
    summary: 'list what was published of an app, newest first',
    async run(context) {
      const params = { path: appOf(context), query: { limit: 100 } };
      const answer = await received(context.client.api.GET(`${path}/versions`, { params }));
      const rows = answer.data.map((version) => [
        version.id,
        `${version.number}${version.is_current ? ' *' : ''}`,
        new Date(version.published_at * 1000).toISOString(),
        version.published_by,
        version.name,
        version.note,
      ]);
      print(context, answer, () =>
        rows.length === 0
          ? ['Never published.']
          : table([['ID', 'NUMBER', 'PUBLISHED', 'BY', 'NAME', 'NOTE'], ...rows]),
      );
    },
  },
  {
    name: 'apps describe-version',
    positionals: ['ID', 'VERSION'],
    options: { name: text, note: text },
    usage: 'weft apps describe-version ID VERSION [--name NAME] [--note TEXT]',
    summary: 'change the name or the note of a version (VERSION is its id, as listed)',
    async run(context) {
      const { name, note } = context.options;
      const body = {
        ...(name !== undefined && { name: String(name) }),
        ...(note !== undefined && { note: String(note) }),
      };
      if (Object.keys(body).length === 0) throw new UsageError('say what to change: --name or --note');
      const version = identifier(positional(context, 1), 'version');
      const params = { path: { ...appOf(context), version_id: version } };
      await context.client.api.PATCH(`${path}/versions/{version_id}`, { params, body });
      print(context, { changed: version }, () => ['Changed.']);
    },
  },
  {
    name: 'apps restore-version',
    positionals: ['ID', 'VERSION'],
    options: {},
    usage: 'weft apps restore-version ID VERSION',
    summary: 'make a version the draft again (VERSION is its id, as listed)',
    async run(context) {
      const version = identifier(positional(context, 1), 'version');
      const params = { path: { ...appOf(context), version_id: version } };
      await context.client.api.POST(`${path}/versions/{version_id}/restore`, { params });
      print(context, { restored: version }, () => ['It is the draft again; `weft apps publish ID` has it called.']);
    },
  },
];

async function switchTo(context: CommandContext, status: 'active' | 'paused'): Promise<void> {
  const answer = await change(context, { status });
  print(context, answer, () => [`${printable(answer.name)} is ${answer.status}.`]);
}

function iconType(icon: string): 'emoji' | 'link' {
  return /^https?:/i.test(icon) ? 'link' : 'emoji';
}

function change(
  context: CommandContext,
  body: {
    name?: string;
    description?: string;
    icon?: string;
    icon_type?: 'emoji' | 'link';
    tags?: string[];
    status?: 'active' | 'paused';
  },
) {
  return received(context.client.api.PATCH(path, { params: { path: appOf(context) }, body }));
}
