import {
  type Command,
  type CommandContext,
  identifier,
  pairs,
  positional,
  print,
  printable,
  table,
} from '../command.ts';
import { listingOptions, read, readPage, timeOf } from '../listing.ts';
import { UsageError } from '../terminal.ts';

interface FormItem {
  readonly id: string;
  readonly app_id: string;
  readonly workflow_run_id: string;
  readonly node_title: string;
  readonly status: string;
  readonly actions: readonly string[];
  readonly expiration_time: number;
}

interface InputItem {
  readonly type: string;
  readonly output_variable_name: string;
  readonly option_source?: { readonly value: readonly string[] };
}

interface FormDetail extends Omit<FormItem, 'actions'> {
  readonly form_content: string;
  readonly inputs: readonly InputItem[];
  readonly actions: readonly { readonly id: string; readonly title: string }[];
  readonly resolved_default_values: Readonly<Record<string, string>>;
  readonly action: string | null;
  readonly answered_by: string | null;
  readonly submitted_data: unknown;
}

/** Forms that runs wait for. */
export const formCommands: readonly Command[] = [
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
    options: { action: { type: 'string' }, input: { type: 'string', multiple: true } },
    usage: 'weft forms answer FORM --action A [--input name=value]…',
    summary: 'answer a form; its run goes on',
    run: answerForm,
  },
];

async function listForms(context: CommandContext): Promise<void> {
  const answer = await readPage<FormItem>(context, '/console/api/forms', 'form');
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
  const form = await read<FormDetail>(context, formPath(context));
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

function inputRow(form: FormDetail, { type, output_variable_name: name, option_source: source }: InputItem): string[] {
  const preset = form.resolved_default_values[name] ?? '';
  return [name, type, source === undefined ? preset : `one of ${source.value.join(', ')}`];
}

async function answerForm(context: CommandContext): Promise<void> {
  const { action, input } = context.options;
  if (action === undefined)
    throw new UsageError('--action names one of the actions of the form (weft forms show FORM)');
  const body = { action, inputs: pairs(input, 'input') };
  await context.client.call({ method: 'POST', path: `${formPath(context)}/answer`, body });
  print(context, { answered: positional(context, 0) }, () => ['Answered.']);
}

function formPath(context: CommandContext): string {
  return `/console/api/forms/${identifier(positional(context, 0), 'form')}`;
}
