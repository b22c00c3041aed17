import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  CommandError,
  confirmed,
  pairs,
  pairsOption,
  positional,
  print,
  printable,
  received,
  routeCommand,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';
import { installedPlugin } from './parts/installed-plugin.ts';
import { planLines } from './parts/plan-lines.ts';

const all = '/console/api/plugins';
const single = '/console/api/plugins/{installation_id}';
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const choice = { version: text, source: text, 'accept-change': flag, yes: flag } as const;

/** Plugins of a workspace. */
export const commands: readonly Command[] = [
  routeCommand('plugins installed', 'GET', all, {
    table: { NAME: 'name', VERSION: 'version', KIND: 'kind', STATE: stateOf, TITLE: 'title' },
    none: 'No plugins are installed: weft plugins search',
  }),
  {
    name: 'plugins install',
    positionals: ['NAME'],
    options: { ...choice, signature: text },
    usage:
      'weft plugins install NAME|FILE.tgz [--version VERSION] [--source SOURCE] [--signature FILE] [--accept-change] [--yes]',
    summary: 'install a plugin. Shows what it may do, and asks before unless --yes is given',
    run: (context) => install(context, positional(context, 0)),
  },
  {
    name: 'plugins update',
    positionals: ['NAME'],
    options: choice,
    usage: 'weft plugins update NAME [--version VERSION] [--source SOURCE] [--accept-change] [--yes]',
    summary: 'update an installed plugin. Shows what changes in what it may do, and asks before unless --yes is given',
    async run(context) {
      const { name, version, source } = await installedPlugin(context, positional(context, 0));
      const { api } = context.client;
      const body = { ...wantedOf(context, name), ...fromBefore(context, source) };
      const plan = await received(api.POST('/console/api/plugins/plan', { body }));
      if (plan.version === version) {
        print(context, plan, () => [`${name} ${version} is the newest there is.`]);
        return;
      }
      const consents = await agreed(context, plan);
      const answer = await received(api.POST(all, { body: { ...body, ...consents } }));
      print(context, answer, () => [`${answer.name} is ${answer.version} now.`]);
    },
  },
  {
    name: 'plugins rollback',
    positionals: ['NAME'],
    options: { yes: flag },
    usage: 'weft plugins rollback NAME [--yes]',
    summary: 'go back to the version of a plugin that was installed before',
    async run(context) {
      const { id, name, version, earlier_version: earlier } = await installedPlugin(context, positional(context, 0));
      if (earlier !== null)
        await confirmed(context, `Go back from ${name} ${version} to ${earlier}?`, { isUndoable: true });
      const params = { path: { installation_id: id } };
      const answer = await received(context.client.api.POST(`${single}/rollback`, { params }));
      print(context, answer, () => [`${answer.name} is ${answer.version} again.`]);
    },
  },
  {
    name: 'plugins remove',
    positionals: ['NAME'],
    options: { yes: flag },
    usage: 'weft plugins remove NAME [--yes]',
    summary: 'remove a plugin. Shows which apps use it, and asks before unless --yes is given',
    async run(context) {
      const { id, name } = await installedPlugin(context, positional(context, 0));
      const params = { path: { installation_id: id } };
      const { items: apps } = await received(context.client.api.GET(`${single}/apps`, { params }));
      if (apps.length > 0 && !context.isJson) {
        const names = apps.map((app) => printable(app.name)).join(', ');
        context.terminal.out(`These apps use it, and would fail: ${names}\n`);
      }
      await confirmed(context, `Remove ${name}, its settings and what it keeps?`);
      await context.client.api.DELETE(single, { params });
      print(context, { removed: id, apps }, () => ['Removed.']);
    },
  },
  {
    name: 'plugins settings',
    positionals: ['NAME'],
    options: { set: pairsOption, on: flag, off: flag, 'new-address': flag },
    usage: 'weft plugins settings NAME [--set name=value…] [--on|--off] [--new-address]',
    summary: 'show the settings of a plugin, or change them; switch it on or off; renew its address',
    async run(context) {
      const { set, on, off, 'new-address': isNew } = context.options;
      if (on === true && off === true) throw new UsageError('--on or --off');
      const installed = await installedPlugin(context, positional(context, 0));
      const body = {
        ...(set !== undefined && { settings: pairs(set, 'set') }),
        ...((on === true || off === true) && { is_enabled: on === true }),
        ...(isNew === true && { new_endpoint_key: true }),
      };
      const params = { path: { installation_id: installed.id } };
      const answer =
        Object.keys(body).length === 0
          ? await received(context.client.api.GET(single, { params }))
          : await received(context.client.api.PATCH(single, { params, body }));
      print(context, answer, () => settingLines(answer));
    },
  },
];

async function install(context: CommandContext, wanted: string): Promise<void> {
  const { api } = context.client;
  if (!wanted.endsWith('.tgz')) {
    const body = wantedOf(context, wanted);
    const plan = await received(api.POST('/console/api/plugins/plan', { body }));
    const consents = await agreed(context, plan);
    const pinned = { ...body, version: plan.version, source: plan.source, ...consents };
    return installed(context, await received(api.POST(all, { body: pinned })));
  }
  const form = await formOf(context, wanted);
  const sent = { body: { file: '' } as never, bodySerializer: () => form };
  const plan = await received(api.POST('/console/api/plugins/plan-upload', sent));
  for (const [name, consent] of Object.entries(await agreed(context, plan))) form.append(name, consent);
  return installed(context, await received(api.POST('/console/api/plugins/upload', sent)));
}

/** The package that lies there, with the signature beside it where there is one. */
async function formOf({ terminal, options }: CommandContext, given: string): Promise<FormData> {
  const path = resolve(terminal.directory, given);
  const read = (file: string) =>
    readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError('no_file', `${file} can't be read (${error.code}).`);
    });
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await read(path))], basename(path)));
  const { signature } = options;
  const beside = await readFile(`${path}.weft-signature.json`).catch(() => null);
  const signed = typeof signature === 'string' ? await read(resolve(terminal.directory, signature)) : beside;
  if (signed !== null) form.append('signature', signed.toString('utf8'));
  return form;
}

/**
 * Shows what it is, and asks; refuses what the server would. Who stands for a plugin becomes another only where that is said
 * besides: --yes is no consent to it.
 */
async function agreed(context: CommandContext, plan: Schemas['PluginPlan']) {
  const { change_consent: change } = plan;
  const isAccepted = change !== null && context.options['accept-change'] === true;
  if (plan.refusals.length > 0 && !isAccepted) {
    const remedy = change === null ? '' : ' An owner consents to it with --accept-change.';
    throw new CommandError(
      'refused',
      printable(`${plan.name} ${plan.version} can't be installed. ${plan.refusals.join(' ')}${remedy}`),
    );
  }
  if (!context.isJson) context.terminal.out(`${planLines(plan).join('\n')}\n`);
  await confirmed(context, `Install ${plan.name} ${plan.version}?`);
  return { consent: plan.consent, ...(isAccepted && { change_consent: change }) };
}

function installed(context: CommandContext, answer: Schemas['PluginInstallation']): void {
  const { name, version, is_configured: isConfigured, problem } = answer;
  print(context, answer, () => [
    `Installed ${name} ${version}.`,
    ...(isConfigured ? [] : [`It needs settings: weft plugins settings ${name}`]),
    ...(problem === null ? [] : [printable(problem)]),
  ]);
}

function wantedOf({ options: { version, source } }: CommandContext, name: string) {
  return {
    name,
    ...(typeof version === 'string' && { version }),
    ...(typeof source === 'string' && { source }),
  };
}

/** An update comes from where the plugin came from, unless another place is named. */
function fromBefore({ options }: CommandContext, source: string) {
  return typeof options.source === 'string' || source === 'upload' ? {} : { source };
}

function stateOf(plugin: Schemas['PluginInstallation']): string {
  if (plugin.is_blocked) return 'blocked';
  if (!plugin.is_enabled) return 'off';
  if (plugin.problem !== null) return 'does not run';
  return plugin.is_configured ? 'ready' : 'needs settings';
}

function settingLines(answer: Schemas['PluginInstallation']): string[] {
  const { fields, settings, endpoint_url: address, problem, is_enabled: isEnabled } = answer;
  const rows = fields.map(({ name, label, required }) => [
    name,
    printable(settings[name] ?? ''),
    required ? 'required' : '',
    printable(label),
  ]);
  return [
    ...(rows.length === 0 ? ['It has no settings.'] : table([['SETTING', 'VALUE', '', 'WHAT IT IS'], ...rows])),
    ...(isEnabled ? [] : ['It is switched off.']),
    ...(address === null ? [] : [`It answers at ${address}`]),
    ...(problem === null ? [] : [printable(problem)]),
  ];
}
