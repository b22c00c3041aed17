import {
  type Command,
  type CommandContext,
  CommandError,
  pairs,
  pairsOption,
  positional,
  print,
  received,
  routeCommand,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';
import { typeOf } from './models.ts';

const path = '/console/api/providers/{provider}/credential-sets';
const one = '/console/api/providers/{provider}/credential-sets/{set_id}';
const modes = ['single', 'failover', 'balance'] as const;

/** Commands about a provider's sets of credentials, and about what single models are called with. */
export const commands: readonly Command[] = [
  routeCommand('providers sets', 'GET', path, {
    table: {
      ID: 'id',
      NAME: 'name',
      DEFAULT: ({ default: isDefault }) => (isDefault ? 'yes' : '-'),
      MODELS: ({ models }) => models.map(({ model }) => model).join(', ') || '-',
    },
  }),
  routeCommand('providers add-set', 'POST', path, {
    takes: { provider: 'PROVIDER', name: 'NAME' },
    options: { credentials: 'credential' },
    defaults: { credentials: {} },
    say: ({ id }) => id,
  }),
  {
    name: 'providers change-set',
    positionals: ['PROVIDER', 'SET'],
    options: {
      name: { type: 'string' },
      credential: pairsOption,
      default: { type: 'boolean' },
      test: { type: 'boolean' },
    },
    usage: 'weft providers change-set PROVIDER SET [--name NAME] [--credential k=v…] [--default] [--test]',
    summary: 'rename a set (its id or name), store other credentials in it, or make it the default',
    async run(context) {
      const { name, test } = context.options;
      const credentials = pairs(context.options.credential, 'credential');
      const body = {
        ...(name !== undefined && { name: String(name) }),
        ...(Object.keys(credentials).length > 0 && { credentials }),
        ...(context.options.default === true && { default: true as const }),
      };
      if (Object.keys(body).length === 0) throw new UsageError('give --name, --credential or --default');
      const params = { path: await setOf(context, positional(context, 1)) };
      await context.client.api.PATCH(one, { params, body: { ...body, ...(test === true && { test }) } });
      print(context, { id: params.path.set_id, changed: true }, () => ['Changed.']);
    },
  },
  {
    name: 'providers delete-set',
    positionals: ['PROVIDER', 'SET'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft providers delete-set PROVIDER SET [--yes]',
    summary: 'delete a set of credentials; --yes: although models are called with it',
    async run(context) {
      const query = context.options.yes === true ? { confirm: true } : {};
      const params = { path: await setOf(context, positional(context, 1)), query };
      await context.client.api.DELETE(one, { params });
      print(context, { id: params.path.set_id, deleted: true }, () => ['Deleted.']);
    },
  },
  {
    name: 'providers test-set',
    positionals: ['PROVIDER', 'SET'],
    options: { credential: pairsOption },
    usage: 'weft providers test-set PROVIDER SET [--credential k=v…]',
    summary: 'call the provider with a set of credentials, or with what is given in its place',
    async run(context) {
      const credentials = pairs(context.options.credential, 'credential');
      const body = Object.keys(credentials).length === 0 ? {} : { credentials };
      const params = { path: await setOf(context, positional(context, 1)) };
      await context.client.api.POST('/console/api/providers/{provider}/credential-sets/{set_id}/test', {
        params,
        body,
      });
      print(context, { id: params.path.set_id, works: true }, () => ['The provider answers.']);
    },
  },
  {
    name: 'models credentials',
    positionals: ['PROVIDER', 'MODEL'],
    options: {
      type: { type: 'string' },
      mode: { type: 'string' },
      set: { type: 'string', multiple: true },
      credential: pairsOption,
      clear: { type: 'boolean' },
    },
    usage:
      'weft models credentials PROVIDER MODEL [--type TYPE] [--mode single|failover|balance] [--set SET…] [--credential k=v…] [--clear]',
    summary: 'show, or say, which sets and fields of its own a model is called with; --clear: the default alone',
    run: async (context) => (isChange(context) ? setOfModel(context) : showModel(context)),
  },
];

function isChange({ options }: CommandContext): boolean {
  return [options.mode, options.set, options.credential, options.clear].some((option) => option !== undefined);
}

async function showModel(context: CommandContext): Promise<void> {
  const found = await ofModel(context);
  const fields = Object.entries(found.credentials ?? {}).map(([name, value]) => [name, value]);
  print(context, found, () => [
    `Mode: ${found.mode}`,
    `Sets: ${found.credential_sets.map(({ name }) => name).join(', ') || 'the default'}`,
    ...(fields.length === 0 ? [] : table([['FIELD', 'VALUE'], ...fields])),
  ]);
}

function ofModel(context: CommandContext) {
  const query = { type: typeOf(context), model: positional(context, 1) };
  const params = { path: { provider: positional(context, 0) }, query };
  return received(context.client.api.GET('/console/api/providers/{provider}/models/credentials', { params }));
}

async function setOfModel(context: CommandContext): Promise<void> {
  const { options } = context;
  const given = pairs(options.credential, 'credential');
  const named = Array.isArray(options.set) ? options.set.map(String) : [];
  const isCleared = options.clear === true;
  if (isCleared && (named.length > 0 || Object.keys(given).length > 0)) {
    throw new UsageError('--clear takes all away: give no --set and no --credential with it');
  }
  const now = await ofModel(context);
  const sets: string[] = [];
  for (const name of named) sets.push((await setOf(context, name)).set_id);
  // What is not named stays.
  if (named.length === 0 && !isCleared) sets.push(...now.credential_sets.map(({ id }) => id));
  const several = now.mode === 'single' ? 'failover' : now.mode;
  const mode = modeOf(options.mode ?? (sets.length > 1 ? several : 'single'));
  const credentials = isCleared ? { credentials: {} } : Object.keys(given).length > 0 ? { credentials: given } : {};
  const body = {
    type: typeOf(context),
    model: positional(context, 1),
    mode,
    credential_sets: sets,
    ...credentials,
  };
  const params = { path: { provider: positional(context, 0) } };
  await context.client.api.PUT('/console/api/providers/{provider}/models/credentials', { params, body });
  print(context, { model: body.model, mode, credential_sets: sets }, () => ['Set.']);
}

function modeOf(text: unknown): (typeof modes)[number] {
  const mode = modes.find((known) => known === text);
  if (mode === undefined) throw new UsageError(`--mode is one of: ${modes.join(', ')}`);
  return mode;
}

/** A set by its id, or by its name. */
async function setOf(context: CommandContext, given: string): Promise<{ provider: string; set_id: string }> {
  const provider = positional(context, 0);
  const { data } = await received(context.client.api.GET(path, { params: { path: { provider } } }));
  const found = data.find(({ id, name }) => id === given || name.toLowerCase() === given.toLowerCase());
  if (found !== undefined) return { provider, set_id: found.id };
  const names = data.map(({ name }) => name).join(', ');
  throw new CommandError('unknown_set', `${provider} has no set of credentials "${given}": ${names || 'none'}.`);
}
