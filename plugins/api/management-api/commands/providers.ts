import {
  type Command,
  type CommandContext,
  CommandError,
  credentialState,
  pairs,
  positional,
  printable,
  received,
  routeCommand,
  UsageError,
} from '#plugins/commands/contract.ts';

const one = '/console/api/providers/{provider}';

export const commands: readonly Command[] = [
  routeCommand('providers list', 'GET', '/console/api/providers', {
    table: { PROVIDER: 'id', STATE: credentialState, NAME: 'label' },
  }),
  routeCommand('providers set', 'PUT', one, {
    summary: "store a provider's credentials, sealed; without any: name them",
    options: { credentials: 'credential' },
    defaults: { credentials: {} },
    fill: async (context) => {
      const given = pairs(context.options.credential, 'credential');
      if (Object.keys(given).length === 0) throw await fieldsOf(context);
      return {};
    },
    json: { provider: 'provider', configured: true },
    say: 'Stored.',
  }),
  routeCommand('providers remove', 'DELETE', one, {
    options: { confirm: 'yes' },
    json: { provider: 'provider', configured: false },
    say: 'Removed.',
  }),
  routeCommand('providers apps', 'GET', '/console/api/providers/{provider}/apps', {
    table: { ID: 'id', NAME: 'name' },
  }),
  routeCommand('providers test', 'POST', '/console/api/providers/{provider}/test', {
    options: { credentials: 'credential' },
    json: { provider: 'provider', works: true },
    say: 'The provider answers.',
  }),
];

/** What a provider's credentials are called. */
async function fieldsOf(context: CommandContext): Promise<Error> {
  const provider = positional(context, 0);
  const { data } = await received(context.client.api.GET('/console/api/providers'));
  const found = data.find(({ id }) => id === provider);
  if (found === undefined) {
    return new CommandError(
      'unknown_provider',
      `There is no provider ${provider}: ${data.map(({ id }) => id).join(', ')}.`,
    );
  }
  const lines = found.fields.map(({ name, label, required, secret, options, help }) => {
    const marks = [required ? 'required' : 'optional', ...(secret ? ['secret'] : []), ...options];
    return `  ${name} (${marks.join(', ')})  ${help === '' ? label : help}`;
  });
  const example = found.fields.find(({ required }) => required)?.name ?? found.fields[0]?.name;
  if (example === undefined) return new UsageError(`${provider} takes no credentials`);
  return new UsageError(
    [`give at least one --credential ${example}=…; ${provider} takes`, ...lines].map(printable).join('\n'),
  );
}
