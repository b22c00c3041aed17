import {
  appOf,
  type Command,
  type CommandContext,
  CommandError,
  confirmed,
  documentSource,
  pairs,
  pairsOption,
  positional,
  print,
  printable,
  queryOf,
  received,
  type Schemas,
  table,
} from '#plugins/commands/contract.ts';

export const commands: readonly Command[] = [
  {
    name: 'apps list',
    positionals: [],
    options: {
      name: { type: 'string' },
      tag: { type: 'string', multiple: true },
      favourite: { type: 'boolean' },
      sort: { type: 'string' },
      mode: { type: 'string' },
      status: { type: 'string' },
    },
    usage:
      'weft apps list [--name PART] [--tag TAG]... [--favourite] [--sort updated|created|name] [--mode MODE] [--status draft|active|paused]',
    summary: 'list apps, those changed last first; --favourite: those that you have marked',
    async run(context) {
      const answer = { data: await allApps(context) };
      const { name, tag, mode, status, favourite } = context.options;
      const isFiltered = [name, tag, mode, status, favourite].some((value) => value !== undefined);
      print(context, answer, () =>
        answer.data.length === 0
          ? [isFiltered ? 'No such apps: weft apps list shows all.' : 'No apps yet: weft apps import FILE']
          : table([
              ['ID', 'MODE', 'STATUS', 'NAME'],
              ...answer.data.map((app) => [app.id, app.mode, app.status, app.name]),
            ]),
      );
    },
  },
  {
    name: 'apps import',
    positionals: ['FILE|URL'],
    options: {
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
      'weft apps import FILE|URL [--name NAME] [--publish] [--key] [--confirm] [--move-credentials] [--swap MODEL=MODEL…] [--swap-dataset BASE=BASE…] [--swap-remembered]',
    summary:
      'import a YAML document from a file or an https address; --publish makes it callable, --key makes an app key, --confirm takes a version that is not known, --move-credentials makes credentials typed into HTTP nodes secret variables, --swap puts a model in the place of one that is named (`weft apps plan` suggests), --swap-dataset does so with knowledge bases, by id or name, --swap-remembered does as earlier imports did',
    run: importApp,
  },
  {
    name: 'apps favourite',
    positionals: ['ID'],
    options: { off: { type: 'boolean' } },
    usage: 'weft apps favourite ID [--off]',
    summary: 'mark an app as a favourite of yours, or no more',
    async run(context) {
      const params = { path: appOf(context) };
      const path = '/console/api/apps/{app_id}/favourite';
      const { api } = context.client;
      const isOff = context.options.off === true;
      await received(isOff ? api.DELETE(path, { params }) : api.PUT(path, { params }));
      print(context, { is_favourite: !isOff }, () => [isOff ? 'It is no favourite any more.' : 'It is a favourite.']);
    },
  },
  {
    name: 'apps publish',
    positionals: ['ID'],
    options: { name: { type: 'string' }, note: { type: 'string' } },
    usage: 'weft apps publish ID [--name NAME] [--note TEXT]',
    summary: 'publish the draft; name and note tell the version from others',
    async run(context) {
      const params = { path: appOf(context) };
      const { name, note } = context.options;
      const body = {
        ...(name !== undefined && { name: String(name) }),
        ...(note !== undefined && { note: String(note) }),
      };
      const answer = await received(context.client.api.POST('/console/api/apps/{app_id}/publish', { params, body }));
      print(context, answer, () => [`Published version ${answer.number}.`, ...answer.warnings.map(warningLine)]);
    },
  },
  {
    name: 'apps delete',
    positionals: ['ID'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft apps delete ID [--yes]',
    summary:
      'delete an app; its keys stop working at once, `weft apps restore ID` brings it back for 30 days. Asks before unless --yes is given',
    async run(context) {
      const { app_id: id } = appOf(context);
      await confirmed(context, `Delete the app ${id}?`, { isUndoable: true });
      await context.client.api.DELETE('/console/api/apps/{app_id}', { params: { path: appOf(context) } });
      print(context, { deleted: positional(context, 0) }, () => ['Deleted.']);
    },
  },
];

async function importApp(context: CommandContext): Promise<void> {
  const { options } = context;
  const settings = {
    ...(options.name !== undefined && { name: String(options.name) }),
    ...(options.publish === true && { publish: true }),
    ...(options.key === true && { key_name: 'weft' }),
    ...(options['move-credentials'] === true && { move_credentials: true }),
    ...(options.swap !== undefined && { swap_models: pairs(options.swap, 'swap') }),
    ...(options['swap-dataset'] !== undefined && { swap_datasets: pairs(options['swap-dataset'], 'swap-dataset') }),
    ...(options['swap-remembered'] === true && { swap_remembered: true }),
  };
  const { api } = context.client;
  const body = { ...(await documentSource(context)), ...settings, ...(options.confirm === true && { confirm: true }) };
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

/** Page by page: the server gives a hundred at a time. */
async function allApps({ client, options }: CommandContext): Promise<Schemas['App'][]> {
  const { name, tag, mode, status, favourite, sort } = options;
  const filter = queryOf<'/console/api/apps'>({ name, tag, mode, status, favourite, sort });
  const apps: Schemas['App'][] = [];
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const answer = await received(client.api.GET('/console/api/apps', { params: { query: { ...filter, page } } }));
    apps.push(...answer.data);
    hasMore = answer.has_more;
  }
  return apps;
}
