import {
  type Command,
  type CommandContext,
  identifier,
  listingOptions,
  pageOptions,
  pairs,
  pairsOption,
  positional,
  print,
  printable,
  queryOf,
  received,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

/** Forms that runs wait for. */
export const commands: readonly Command[] = [
  {
    name: 'forms list',
    positionals: [],
    options: { ...listingOptions, run: { type: 'string' } },
    usage: 'weft forms list [--app ID] [--run ID] [--status S] [--limit N] [--before FORM]',
    summary: 'list forms that runs wait for, newest first; --status all shows those that are settled too',
    run: listForms,
  },
  {
    name: 'forms show',
    positionals: ['FORM'],
    options: {},
    usage: 'weft forms show FORM',
    summary: 'show what a form asks, and its answer',
    run: showForm,
  },
  {
    name: 'forms answer',
    positionals: ['FORM'],
    options: { action: { type: 'string' }, input: pairsOption },
    usage: 'weft forms answer FORM --action A [--input k=v…]',
    summary: 'answer a form; its run goes on',
    run: answerForm,
  },
];

async function listForms(context: CommandContext): Promise<void> {
  const { run } = context.options;
  if (typeof run === 'string') identifier(run, 'run');
  const query = queryOf<'/console/api/forms'>({ ...pageOptions(context, 'form'), run_id: run });
  const answer = await received(context.client.api.GET('/console/api/forms', { params: { query } }));
  print(context, answer, () => {
    if (answer.data.length === 0) return ['No forms.'];
    const rows = answer.data.map((form) => [
      form.id,
      form.status,
      form.node_title,
      form.actions.join(', '),
      timeOf(form.expiration_time),
      form.workflow_run_id,
    ]);
    const last = answer.data.at(-1)?.id;
    return [
      ...table([['FORM', 'STATUS', 'NODE', 'ACTIONS', 'UNTIL', 'RUN'], ...rows]),
      ...(answer.has_more ? [`More: weft forms list --before ${last}`] : []),
    ];
  });
}

async function showForm(context: CommandContext): Promise<void> {
  const params = { path: formOf(context) };
  const form = await received(context.client.api.GET('/console/api/forms/{form_id}', { params }));
  print(context, form, () => [
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
    ...form.form_content.split('\n').map(printable),
    '',
    ...table([['INPUT', 'TYPE', 'VALUE'], ...form.inputs.map((input) => inputRow(form, input))]),
    '',
    ...table([['ACTION', 'TITLE'], ...form.actions.map(({ id, title }) => [id, title])]),
  ]);
}

function inputRow(
  form: Schemas['FormDetail'],
  { type, output_variable_name: name, option_source: source }: Schemas['FormInput'],
): string[] {
  const preset = form.resolved_default_values[name] ?? '';
  return [name, type, source === undefined ? preset : `one of ${source.value.join(', ')}`];
}

async function answerForm(context: CommandContext): Promise<void> {
  const { action, input } = context.options;
  if (typeof action !== 'string')
    throw new UsageError('--action names one of the actions of the form (weft forms show FORM)');
  const body = { action, inputs: pairs(input, 'input') };
  const request = { params: { path: formOf(context) }, body };
  await context.client.api.POST('/console/api/forms/{form_id}/answer', request);
  print(context, { answered: positional(context, 0) }, () => ['Answered.']);
}

function formOf(context: CommandContext): { readonly form_id: string } {
  return { form_id: identifier(positional(context, 0), 'form') };
}
