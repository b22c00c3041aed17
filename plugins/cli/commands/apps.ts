import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, type CommandContext, identifier, positional, print, table } from '../command.ts';
import { CommandError } from '../terminal.ts';

interface AppItem {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly status: string;
}

interface ImportAnswer {
  readonly app: { readonly id: string; readonly name: string; readonly mode: string };
  readonly warnings: readonly string[];
  readonly api_key?: string;
}

const none = {};

export const appCommands: readonly Command[] = [
  {
    name: 'apps list',
    positionals: [],
    options: none,
    usage: 'weft apps list',
    summary: 'list apps',
    async run(context) {
      const answer = (await context.client.call({ method: 'GET', path: '/console/api/apps' })) as { data: AppItem[] };
      print(context, answer, () =>
        answer.data.length === 0
          ? ['No apps yet: weft apps import FILE']
          : table([
              ['ID', 'MODE', 'STATUS', 'NAME'],
              ...answer.data.map((app) => [app.id, app.mode, app.status, app.name]),
            ]),
      );
    },
  },
  {
    name: 'apps import',
    positionals: ['FILE'],
    options: {
      name: { type: 'string' },
      publish: { type: 'boolean' },
      key: { type: 'boolean' },
      confirm: { type: 'boolean' },
    },
    usage: 'weft apps import FILE [--name NAME] [--publish] [--key] [--confirm]',
    summary: 'import a YAML document; --publish makes it callable, --key makes an app key',
    run: importApp,
  },
  {
    name: 'apps export',
    positionals: ['ID'],
    options: none,
    usage: 'weft apps export ID',
    summary: 'print the draft as YAML, without secrets',
    async run(context) {
      const yaml = (await context.client.call({ method: 'GET', path: `${appPath(context)}/export` })) as string;
      context.terminal.out(context.isJson ? `${JSON.stringify({ yaml })}\n` : yaml);
    },
  },
  {
    name: 'apps publish',
    positionals: ['ID'],
    options: none,
    usage: 'weft apps publish ID',
    summary: 'publish the draft',
    async run(context) {
      const path = `${appPath(context)}/publish`;
      const answer = (await context.client.call({ method: 'POST', path })) as { number: number; warnings: string[] };
      print(context, answer, () => [`Published version ${answer.number}.`, ...answer.warnings.map(warningLine)]);
    },
  },
  {
    name: 'apps delete',
    positionals: ['ID'],
    options: none,
    usage: 'weft apps delete ID',
    summary: 'delete an app; its keys stop working at once',
    async run(context) {
      await context.client.call({ method: 'DELETE', path: appPath(context) });
      print(context, { deleted: positional(context, 0) }, () => ['Deleted.']);
    },
  },
];

async function importApp(context: CommandContext): Promise<void> {
  const { options, terminal } = context;
  const file = resolve(terminal.directory, positional(context, 0));
  const yaml = await readFile(file, 'utf8').catch((error) => {
    throw new CommandError('no_file', `${file} can't be read: ${error.message}`);
  });
  const body = {
    yaml,
    ...(options.name !== undefined && { name: options.name }),
    ...(options.publish === true && { publish: true }),
    ...(options.key === true && { key_name: 'weft' }),
    ...(options.confirm === true && { confirm: true }),
  };
  const path = '/console/api/apps/import';
  const answer = (await context.client.call({ method: 'POST', path, body })) as ImportAnswer;
  print(context, answer, () => [
    `Imported ${answer.app.name} (${answer.app.mode}): ${answer.app.id}`,
    ...(answer.api_key === undefined ? [] : [`App key (shown once): ${answer.api_key}`]),
    ...answer.warnings.map(warningLine),
  ]);
}

export function appPath(context: CommandContext): string {
  return `/console/api/apps/${identifier(positional(context, 0), 'app')}`;
}

function warningLine(warning: string): string {
  return `warning: ${warning}`;
}
