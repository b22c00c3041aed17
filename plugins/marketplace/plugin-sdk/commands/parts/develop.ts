import { basename, resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  CommandError,
  complaint,
  confirmed,
  pairs,
  pairsOption,
  positional,
  printable,
  received,
  type Schemas,
} from '#plugins/commands/contract.ts';
import { permissionLines } from '#plugins/plugin-management/contract.ts';
import { changesOf } from './changes-of.ts';
import { failed, sdk } from './sdk.ts';

type Plan = Schemas['PluginPlan'];
type Installation = Schemas['PluginInstallation'];

/** Packs, signs and installs what is being written, again with each change. */
export const developCommand: Command = {
  name: 'plugin dev',
  positionals: ['[FOLDER]'],
  options: {
    ...{ key: { type: 'string' }, call: { type: 'string' }, input: pairsOption, set: pairsOption },
    ...{ once: { type: 'boolean' }, yes: { type: 'boolean' } },
  },
  usage:
    'weft plugin dev [FOLDER] [--call TOOL --input name=value …] [--set setting=value …] [--key FILE] [--once] [--yes]',
  summary: 'keep a plugin installed in a running server as it is saved, and show what a call of it answers and logs',
  async run(context) {
    const folder = resolve(context.terminal.directory, positional(context, 0) || '.');
    const consented = new Set<string>();
    await installedNow(context, folder, consented);
    if (context.options.once === true) return;
    context.terminal.err('Waiting for changes; Ctrl-C ends.\n');
    for await (const _change of changesOf(folder)) {
      try {
        await installedNow(context, folder, consented);
      } catch (error) {
        context.terminal.err(complaint(error, context.isJson));
      }
    }
  },
};

async function installedNow(context: CommandContext, folder: string, consented: Set<string>): Promise<void> {
  const { buildPackage, keyPath, readDescription, readKey, signatureOf } = await sdk();
  const { key } = context.options;
  const { api } = context.client;
  const { read, form } = await failed(async () => {
    const { version } = await readDescription(folder);
    // Bytes of a version never change: each build has a version of its own, below the one that will be published.
    const built = await buildPackage(folder, { version: `${version}-dev.${Date.now()}` });
    const path = typeof key === 'string' ? resolve(context.terminal.directory, key) : keyPath(context.terminal.env);
    const signature = JSON.stringify(signatureOf(built.bytes, await readKey(path)));
    const filled = (consent: string) => {
      const made = new FormData();
      made.append('file', new File([new Uint8Array(built.bytes)], `${basename(folder)}.tgz`));
      made.append('signature', signature);
      if (consent !== '') made.append('consent', consent);
      return { body: { file: '' } as never, bodySerializer: () => made };
    };
    return { read: built.read, form: filled };
  });
  const plan = await received(api.POST('/console/api/plugins/plan-upload', form('')));
  await agreed(context, plan, consented);
  const done = await received(api.POST('/console/api/plugins/upload', form(plan.consent)));
  await configured(context, done);
  context.terminal.out(`${done.title} ${done.version} is installed (${done.id}).\n`);
  if (done.endpoint_url !== null) context.terminal.out(`It answers at ${done.endpoint_url}\n`);
  await called(context, read);
}

/** Asks once for each thing that it may do. */
async function agreed(context: CommandContext, plan: Plan, consented: Set<string>): Promise<void> {
  if (plan.refusals.length > 0) throw new CommandError('refused', plan.refusals.join('\n'));
  const news = plan.permissions.filter((permission) => !consented.has(JSON.stringify(permission)));
  if (news.length === 0) return;
  context.terminal.err(`${printable(plan.title)} asks to\n${permissionLines(news).join('\n')}\n`);
  await confirmed(context, 'Grant that?');
  for (const permission of news) consented.add(JSON.stringify(permission));
}

async function configured({ client, options }: CommandContext, { id, settings, fields }: Installation): Promise<void> {
  const given = pairs(options.set, 'set');
  const isNew = Object.entries(given).some(([name, value]) => settings[name] !== value);
  if (!isNew || fields.length === 0) return;
  const path = { installation_id: id };
  await received(
    client.api.PATCH('/console/api/plugins/{installation_id}', { params: { path }, body: { settings: given } }),
  );
}

async function called(context: CommandContext, read: Parameters<Awaited<ReturnType<typeof sdk>>['callTool']>[0]) {
  const { call, input, set } = context.options;
  if (typeof call !== 'string') return;
  const { callTool } = await sdk();
  const onLog = (level: string, text: string) => context.terminal.err(`${level}: ${text}\n`);
  const settings = pairs(set, 'set');
  const { answer } = await failed(() => callTool(read, call, pairs(input, 'input'), { settings, onLog }));
  context.terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
}
