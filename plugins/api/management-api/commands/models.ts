import { type Command, type CommandContext, routeCommand, UsageError } from '#plugins/commands/contract.ts';

const models = '/console/api/providers/{provider}/models';
const types = ['llm', 'embedding', 'rerank', 'speech-to-text', 'text-to-speech', 'moderation'] as const;
const named = { takes: { provider: 'PROVIDER', model: 'MODEL' }, defaults: { type: 'llm' } } as const;

/** Commands about the models of the workspace's providers. */
export const commands: readonly Command[] = [
  routeCommand('models list', 'GET', '/console/api/models', {
    table: { PROVIDER: 'provider', TYPE: 'type', MODEL: 'name' },
  }),
  ...(['enable', 'disable'] as const).map((action) =>
    routeCommand(`models ${action}`, 'PATCH', models, {
      ...named,
      summary: action === 'enable' ? 'let runs use a model again' : 'refuse runs that ask for a model',
      fixed: { enabled: action === 'enable' },
      json: { type: 'type', model: 'model', enabled: 'enabled' },
      say: (_answer, { model }) => `${model} is ${action}d.`,
    }),
  ),
  routeCommand('models add', 'POST', models, {
    ...named,
    json: { type: 'type', model: 'model', context_size: 'context_size' },
    say: 'Added.',
  }),
  routeCommand('models remove', 'DELETE', models, {
    ...named,
    json: { type: 'type', model: 'model' },
    say: 'Removed.',
  }),
  routeCommand('models defaults', 'GET', '/console/api/default-models', {
    table: { TYPE: 'type', PROVIDER: ({ model }) => model?.provider ?? '-', MODEL: ({ model }) => model?.model ?? '-' },
  }),
  routeCommand('models default', 'PUT', '/console/api/default-models', {
    summary: 'set the default model of a type; without a model there is none',
    takes: { type: 'TYPE' },
    without: { model: 'is said by --provider and --model' },
    more: {
      provider: { type: 'string', help: 'Provider of the model. Without a model there is no default.' },
      model: { type: 'string', help: 'Name of the model.' },
    },
    fill({ options: { provider, model } }) {
      if ((provider === undefined) !== (model === undefined)) throw new UsageError('give both --provider and --model');
      return { model: provider === undefined ? null : { provider, model } };
    },
    json: { type: 'type', model: 'model' },
    say: (_answer, { model }) => (model === null ? 'There is no default any more.' : 'Set.'),
  }),
];

/** `--type` of a command by hand, else the type of language models. */
export function typeOf({ options: { type: given = 'llm' } }: CommandContext): (typeof types)[number] {
  const type = types.find((known) => known === given);
  if (type === undefined) throw new UsageError(`--type is one of: ${types.join(', ')}`);
  return type;
}
