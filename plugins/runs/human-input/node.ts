import {
  fromJson,
  type JsonText,
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  RUN_PERSISTED,
  secretMask,
  toText,
} from '#engine';
import { type CompiledForm, type CompiledInput, compileForm, TIMEOUT_HANDLE } from './compiled.ts';
import {
  FORM_REQUIRED,
  type FormInput,
  FormOpen,
  type FormOpenRequest,
  type FormPart,
  FormTold,
  type OpenedForm,
} from './contract.ts';
import { filledText, formText } from './form-text.ts';

const MAX_OPTIONS = 1_000;
/** Characters of a form as JSON: it is kept, told of, and a reason to wait. */
const MAX_FORM = 500_000;

/**
 * Asks people (app DSL, human-input): the first time it opens a form and pauses the run, and whenever the run is resumed
 * it looks what has become of the form.
 */
export const node: NodeImplementation<CompiledForm> = {
  compile: compileForm,

  async run(compiled, context) {
    const form = await context.call<OpenedForm>(FormOpen, openRequest(compiled, context));
    if (form.status === 'submitted') return submitted(form, context);
    if (form.status === 'timed-out') return timedOut(form, context);
    const shown = shownForm(form, context);
    const isTold = form.isTold || (!form.isNew && (await wasTold(context)));
    if (!isTold) {
      context.tell(FORM_REQUIRED, { ...shown, display_in_ui: compiled.isDelivered });
    }
    return { outputs: {}, pause: { TYPE: FORM_REQUIRED, type: FORM_REQUIRED, ...shown } };
  },
};

/** A crash between the form and the event that tells of it leaves a form that nobody was told of. */
async function wasTold(context: NodeContext): Promise<boolean> {
  await context.call(RUN_PERSISTED, null);
  return context.call<boolean>(FormTold, context.executionId);
}

function openRequest(compiled: CompiledForm, context: NodeContext): FormOpenRequest {
  const { node: graphNode, executionId } = context;
  const resolved = compiled.inputs.map((input) => resolveInput(input, context));
  const defaults = resolved.flatMap(({ input, text }) =>
    text === null ? [] : [[input.output_variable_name, text] as const],
  );
  const request: FormOpenRequest = {
    executionId,
    nodeId: graphNode.id,
    nodeTitle: graphNode.title,
    content: compiled.content.map((part): FormPart => ('input' in part ? part : context.render(part, 'text'))),
    inputs: resolved.map(({ input }) => input),
    actions: compiled.actions,
    defaults: Object.fromEntries(defaults),
    timeoutSeconds: compiled.timeoutSeconds,
    isDelivered: compiled.isDelivered,
    emails: compiled.emails.map(({ subject, body, receivers }) => ({
      subject: context.render(subject, 'text'),
      body: body.map((part) => context.render(part, 'text')),
      receivers,
    })),
  };
  // People see the form, and it is kept: it leaves the run like any other text.
  const text = secretMask(context.variables).masked(request);
  const { length } = text;
  if (length <= MAX_FORM) return JSON.parse(text) as FormOpenRequest;
  const message = `The form with its variables filled in has ${length} characters; it may have ${MAX_FORM}.`;
  throw new NodeError('HumanInputNodeError', message);
}

/** An input with what its variable holds; `text`: what a paragraph shows at first. */
function resolveInput(
  { input, source }: CompiledInput,
  context: NodeContext,
): { readonly input: FormInput; readonly text: string | null } {
  if (input.type === 'paragraph') {
    return { input, text: source === null ? (input.default?.value ?? '') : toText(context.variables.get(source)) };
  }
  if (source === null || input.option_source === undefined) return { input, text: null };
  const options = context.variables.get(source);
  if (!Array.isArray(options) || options.length > MAX_OPTIONS) {
    const what = Array.isArray(options) ? `a list of more than ${MAX_OPTIONS}` : 'no list';
    const message = `The options of the input '${input.output_variable_name}' (${source.join('.')}) are ${what}.`;
    throw new NodeError('HumanInputNodeError', message);
  }
  return { input: { ...input, option_source: { ...input.option_source, value: options.map(toText) } }, text: null };
}

/** The form as events and reasons show it (runtime API, pause and human input). */
function shownForm(form: OpenedForm, { node: graphNode }: NodeContext): Readonly<Record<string, unknown>> {
  return {
    form_id: form.id,
    form_token: form.token,
    node_id: graphNode.id,
    node_title: graphNode.title,
    form_content: formText(form.content),
    inputs: form.inputs,
    actions: form.actions,
    resolved_default_values: form.defaults,
    expiration_time: Math.floor(form.expiresAt / 1000),
  };
}

function submitted(form: OpenedForm, context: NodeContext): NodeResult {
  const answers = readAnswers(form.answers);
  const action = form.actions.find(({ id }) => id === form.actionId);
  const actionId = form.actionId ?? '';
  const title = action?.title ?? '';
  const text = filledText(form.content, answers);
  context.tell('human_input_form_filled', {
    node_id: context.node.id,
    node_title: context.node.title,
    rendered_content: text,
    action_id: actionId,
    action_text: title,
    submitted_data: answers,
  });
  return {
    outputs: { ...answers, __action_id: actionId, __action_value: title, __rendered_content: text },
    handle: actionId,
  };
}

function timedOut(form: OpenedForm, context: NodeContext): NodeResult {
  context.tell('human_input_form_timeout', {
    node_id: context.node.id,
    node_title: context.node.title,
    expiration_time: Math.floor(form.expiresAt / 1000),
  });
  return { outputs: {}, handle: TIMEOUT_HANDLE };
}

function readAnswers(text: JsonText | null): Readonly<Record<string, unknown>> {
  return text === null ? {} : (fromJson(text) as Readonly<Record<string, unknown>>);
}
