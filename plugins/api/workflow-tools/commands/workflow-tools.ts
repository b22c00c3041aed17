import { type Command, routeCommand, type Schemas, table } from '#plugins/commands/contract.ts';

const path = '/console/api/apps/{app_id}/workflow-tool';

/** Workflows as tools of other apps. */
export const commands: readonly Command[] = [
  routeCommand('apps tools', 'GET', '/console/api/workflow-tools', {
    table: { TOOL: 'name', ID: 'id', WORKFLOW: ({ app }) => app.name, APP: ({ app }) => app.id },
  }),
  routeCommand('apps tool', 'PUT', path, { say: toolLines }),
  routeCommand('apps show-tool', 'GET', path, {
    say: (tool) => [...toolLines(tool), ...tool.used_by.map(({ id, name }) => `Called by ${name} (${id}).`)],
  }),
  routeCommand('apps no-tool', 'DELETE', path, {
    summary: 'stop offering a workflow as a tool',
    fixed: { confirm: true },
    confirm: 'Let it be a tool no more? Apps that call it fail.',
    json: { id: 'app_id', tool: false },
    say: 'It is no tool any more.',
  }),
];

function toolLines({ id, name, parameters }: Schemas['WorkflowTool']): string[] {
  const rows = parameters.map(({ name: input, type, form, description }) => [
    ...[input, type, form === 'llm' ? 'the model' : 'who places it', description],
  ]);
  return [
    `It is the tool ${name}: documents name it as provider_type workflow, provider_id ${id}.`,
    ...table([['PARAMETER', 'TYPE', 'FILLED BY', 'DESCRIPTION'], ...rows]),
  ];
}
