import {
  type Command,
  confirmed,
  identifier,
  positional,
  print,
  received,
  type Schemas,
  table,
} from '#plugins/commands/contract.ts';

const path = '/console/api/apps/{app_id}/workflow-tool';
const app = { kind: 'app', shownBy: 'weft apps list' } as const;

/** Workflows as tools of other apps. */
export const commands: readonly Command[] = [
  {
    name: 'apps tools',
    positionals: [],
    options: {},
    usage: 'weft apps tools',
    summary: 'list the workflows that are tools',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/workflow-tools'));
      const rows = answer.data.map(({ id, name, app: { id: appId, name: appName } }) => [name, id, appName, appId]);
      print(context, answer, () =>
        rows.length === 0 ? ['None.'] : table([['TOOL', 'ID', 'WORKFLOW', 'APP'], ...rows]),
      );
    },
  },
  {
    name: 'apps tool',
    positionals: ['APP'],
    options: { name: { type: 'string' }, label: { type: 'string' }, description: { type: 'string' } },
    usage: 'weft apps tool APP [--name N] [--label L] [--description D]',
    summary: 'make a workflow a tool that nodes and agents of other apps call',
    async run(context) {
      const { name, label, description } = context.options as Readonly<Record<string, string | undefined>>;
      const answer = await received(
        context.client.api.PUT(path, {
          params: { path: { app_id: identifier(positional(context, 0), app) } },
          body: {
            ...(name !== undefined && { name }),
            ...(label !== undefined && { label }),
            ...(description !== undefined && { description }),
          },
        }),
      );
      print(context, answer, () => toolLines(answer));
    },
  },
  {
    name: 'apps show-tool',
    positionals: ['APP'],
    options: {},
    usage: 'weft apps show-tool APP',
    summary: 'show a workflow as a tool, and the apps that call it',
    async run(context) {
      const params = { path: { app_id: identifier(positional(context, 0), app) } };
      const answer = await received(context.client.api.GET(path, { params }));
      print(context, answer, () => [
        ...toolLines(answer),
        ...answer.used_by.map(({ id, name }) => `Called by ${name} (${id}).`),
      ]);
    },
  },
  {
    name: 'apps no-tool',
    positionals: ['APP'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft apps no-tool APP [--yes]',
    summary: 'let a workflow be a tool no more. Asks before unless --yes is given',
    async run(context) {
      const id = identifier(positional(context, 0), app);
      await confirmed(context, 'Let it be a tool no more? Apps that call it fail.');
      await context.client.api.DELETE(path, { params: { path: { app_id: id }, query: { confirm: true } } });
      print(context, { id, tool: false }, () => ['It is no tool any more.']);
    },
  },
];

function toolLines({ id, name, parameters }: Schemas['WorkflowTool']): string[] {
  const rows = parameters.map(({ name, type, form, description }) => [
    name,
    type,
    form === 'llm' ? 'the model' : 'who places it',
    description,
  ]);
  return [
    `It is the tool ${name}: documents name it as provider_type workflow, provider_id ${id}.`,
    ...table([['PARAMETER', 'TYPE', 'FILLED BY', 'DESCRIPTION'], ...rows]),
  ];
}
