import {
  type Command,
  type CommandContext,
  CommandError,
  confirmed,
  documentSource,
  eitherCommand,
  pairs,
  pairsOption,
  print,
  printable,
  received,
  routeCommand,
  UsageError,
} from '#plugins/commands/contract.ts';
import { repositoryDocuments } from './parts/repository-documents.ts';

const favourite = '/console/api/apps/{app_id}/favourite';
const takes = { app_id: 'ID' };
const filters = ['name', 'tag', 'mode', 'status', 'favourite'] as const;

export const commands: readonly Command[] = [
  routeCommand('apps list', 'GET', '/console/api/apps', {
    without: { id: 'is for pages, which know the ids' },
    isWhole: true,
    table: { ID: 'id', MODE: 'mode', STATUS: 'status', NAME: 'name' },
    none: (given) =>
      filters.some((name) => given[name] !== undefined)
        ? 'No such apps: weft apps list shows all.'
        : 'No apps yet: weft apps import FILE',
  }),
  {
    name: 'apps import',
    positionals: ['[FILE|URL]'],
    options: {
      repository: { type: 'string' },
      branch: { type: 'string' },
      path: { type: 'string' },
      account: { type: 'string' },
      name: { type: 'string' },
      publish: { type: 'boolean' },
      key: { type: 'boolean' },
      confirm: { type: 'boolean' },
      'move-credentials': { type: 'boolean' },
      swap: pairsOption,
      'swap-dataset': pairsOption,
      'swap-remembered': { type: 'boolean' },
    },
    usage:
      'weft apps import FILE|URL | --repository URL|ID [--branch NAME] [--path PATH] [--account ID] [--name NAME] [--publish] [--key] [--confirm] [--move-credentials] [--swap MODEL=MODEL…] [--swap-dataset BASE=BASE…] [--swap-remembered]',
    summary:
      'import a YAML document from a file or an https address, or once from a git repository (--repository: an address, or the id of a linked one; --path: a file, or a folder of documents; --account: a connected account, for private ones); --publish makes it callable, --key makes an app key, --confirm takes a version that is not known, --move-credentials makes credentials typed into HTTP nodes secret variables, --swap puts a model in the place of one that is named (`weft apps plan` suggests), --swap-dataset does so with knowledge bases, by id or name, --swap-remembered does as earlier imports did',
    run: importApp,
  },
  eitherCommand(
    'apps favourite',
    [
      routeCommand('apps favourite', 'PUT', favourite, {
        takes,
        json: { is_favourite: true },
        say: 'It is a favourite.',
      }),
      routeCommand('apps favourite', 'DELETE', favourite, {
        takes,
        json: { is_favourite: false },
        say: 'It is no favourite any more.',
      }),
    ],
    {
      summary: 'mark an app as a favourite of yours, or no more',
      usage: 'ID [--off]',
      flags: ['off'],
      which: ({ options: { off } }) => Number(off === true),
    },
  ),
  routeCommand('apps publish', 'POST', '/console/api/apps/{app_id}/publish', {
    takes,
    say: ({ number, warnings }) => [`Published version ${number}.`, ...warnings.map(warningLine)],
  }),
  routeCommand('apps delete', 'DELETE', '/console/api/apps/{app_id}', {
    takes,
    confirm: ({ app_id: id }) => `Delete the app ${id}?`,
    isUndoable: true,
    json: { deleted: 'app_id' },
    say: 'Deleted.',
  }),
];

type Settings = ReturnType<typeof settingsOf>;

function settingsOf({ options }: CommandContext) {
  return {
    ...(options.name !== undefined && { name: String(options.name) }),
    ...(options.publish === true && { publish: true }),
    ...(options.key === true && { key_name: 'weft' }),
    ...(options['move-credentials'] === true && { move_credentials: true }),
    ...(options.swap !== undefined && { swap_models: pairs(options.swap, 'swap') }),
    ...(options['swap-dataset'] !== undefined && { swap_datasets: pairs(options['swap-dataset'], 'swap-dataset') }),
    ...(options['swap-remembered'] === true && { swap_remembered: true }),
  };
}

async function importApp(context: CommandContext): Promise<void> {
  const { options, positionals } = context;
  const isFromRepository = options.repository !== undefined;
  if (isFromRepository === (positionals[0] !== undefined)) {
    throw new UsageError('Name a file or an address, or a repository with --repository: one of them.');
  }
  const other = ['branch', 'path', 'account'].find((name) => options[name] !== undefined);
  if (!isFromRepository && other !== undefined) throw new UsageError(`--${other} goes with --repository.`);
  const settings = settingsOf(context);
  const documents = isFromRepository ? await repositoryDocuments(context) : [await documentSource(context)];
  if (documents.length > 1 && (settings.name !== undefined || settings.key_name !== undefined)) {
    throw new UsageError('--name and --key are for one document: name it with --path.');
  }
  const failures: string[] = [];
  for (const document of documents) {
    const { path = '', ...source } = 'path' in document ? document : { ...document, path: '' };
    try {
      await importOne(context, source, settings);
    } catch (error) {
      if (documents.length === 1) throw error;
      failures.push(`${printable(path)}: ${printable((error as Error).message)}`);
    }
  }
  if (failures.length > 0) throw new CommandError('not_imported', ['Not imported:', ...failures].join('\n'));
}

async function importOne(
  context: CommandContext,
  source: { readonly yaml: string } | { readonly url: string },
  settings: Settings,
): Promise<void> {
  const { api } = context.client;
  const body = { ...source, ...settings, ...(context.options.confirm === true && { confirm: true }) };
  let answer = await received(api.POST('/console/api/apps/import', { body }));
  if ('import_id' in answer) {
    const { import_id, imported_dsl_version: theirs, current_dsl_version: ours } = answer;
    const question = `The document has version ${theirs}, and this server writes ${ours}. Import it all the same?`;
    const refusal = `the document has version ${theirs}, which this server does not know: say --confirm to import it all the same`;
    if (context.terminal.isInteractive !== true) throw new CommandError('confirmation_needed', refusal);
    await confirmed(context, question);
    answer = await received(api.POST('/console/api/apps/import', { body: { import_id, ...settings } }));
    if ('import_id' in answer) throw new CommandError('confirmation_needed', refusal);
  }
  const { app, api_key: key, warnings } = answer;
  const { moved_credentials: moved = [], swapped_models: swapped = [], swapped_datasets: bases = [] } = answer;
  const shown = {
    app,
    warnings,
    ...(moved.length > 0 && { moved_credentials: moved }),
    ...(swapped.length > 0 && { swapped_models: swapped }),
    ...(bases.length > 0 && { swapped_datasets: bases }),
    ...(key !== undefined && { api_key: key }),
  };
  print(context, shown, () => [
    `Imported ${app.name} (${app.mode}): ${app.id}`,
    ...(key === undefined ? [] : [`App key (shown once): ${key}`]),
    ...moved.map(({ title, field, variable }) => `Moved ${field} of '${title}' to the secret variable ${variable}.`),
    ...swapped.map(({ from, to }) => `Put ${to} in the place of ${from}.`),
    ...bases.map(({ from, to }) => `Put the knowledge base ${to} in the place of ${printable(from)}.`),
    ...warnings.map(warningLine),
  ]);
}

function warningLine(warning: string): string {
  return `warning: ${warning}`;
}
