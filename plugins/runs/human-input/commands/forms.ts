import {
  type Command,
  pairs,
  pairsOption,
  routeCommand,
  type Schemas,
  table,
  timeOf,
} from '#plugins/commands/contract.ts';

/** Forms that runs wait for. */
export const commands: readonly Command[] = [
  routeCommand('forms list', 'GET', '/console/api/forms', {
    summary: 'list forms that runs wait for, newest first; --status all shows those that are settled too',
    options: { app_id: 'app', run_id: 'run' },
    table: {
      FORM: 'id',
      STATUS: 'status',
      NODE: 'node_title',
      ACTIONS: ({ actions }) => actions.join(', '),
      UNTIL: ({ expiration_time: end }) => timeOf(end),
      RUN: 'workflow_run_id',
    },
    none: 'No forms.',
  }),
  routeCommand('forms show', 'GET', '/console/api/forms/{form_id}', { say: described }),
  routeCommand('forms answer', 'POST', '/console/api/forms/{form_id}/answer', {
    without: { inputs: 'are said by --input' },
    more: { input: { ...pairsOption, shown: 'NAME=VALUE', help: 'What is filled in.' } },
    fill: ({ options }) => ({ inputs: pairs(options.input, 'input') }),
    json: { answered: 'form_id' },
    say: 'Answered.',
  }),
];

function described(form: Schemas['FormDetail']): string[] {
  return [
    ...table([
      ['form', form.id],
      ['status', form.status],
      ['run', form.workflow_run_id],
      ['app', form.app_id],
      ['node', form.node_title],
      ['until', timeOf(form.expiration_time)],
      ...(form.action === null ? [] : [['action', form.action]]),
      ...(form.answered_by === null ? [] : [['by', form.answered_by]]),
      ...(form.submitted_data === null ? [] : [['answer', JSON.stringify(form.submitted_data)]]),
    ]),
    '',
    ...form.form_content.split('\n'),
    '',
    ...table([['INPUT', 'TYPE', 'VALUE'], ...form.inputs.map((input) => inputRow(form, input))]),
    '',
    ...table([['ACTION', 'TITLE'], ...form.actions.map(({ id, title }) => [id, title])]),
  ];
}

function inputRow(
  form: Schemas['FormDetail'],
  { type, output_variable_name: name, option_source: source }: Schemas['FormInput'],
): string[] {
  const preset = form.resolved_default_values[name] ?? '';
  return [name, type, source === undefined ? preset : `one of ${source.value.join(', ')}`];
}
