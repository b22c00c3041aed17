import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';

/** An event of a run, as far as these pages read it. A mapping among others. */
export type RunEvent = {
  readonly event: string;
  readonly task_id?: string;
  readonly workflow_run_id?: string;
  readonly conversation_id?: string;
  readonly answer?: string;
  readonly message?: string;
  readonly data?: Mapping;
};

/** A form that a run waits for, or waited for. */
export interface RunForm {
  readonly id: string;
  readonly nodeId: string;
  readonly title: string;
  readonly content: string;
  readonly inputs: readonly unknown[];
  readonly defaults: Mapping;
  readonly actions: readonly { readonly id: string; readonly title: string; readonly style: string }[];
  readonly state: 'open' | 'filled' | 'expired';
  /** The button that was pressed. */
  readonly answer: string;
}

/** What has become of the forms of a run after one more event; the same list where it is about none. */
export function formsAfter(forms: readonly RunForm[], event: string, data: Mapping): readonly RunForm[] {
  if (event === 'human_input_required') {
    const form = readForm(data);
    const at = forms.findIndex(({ id }) => id === form.id);
    return at < 0 ? [...forms, form] : forms;
  }
  const state =
    event === 'human_input_form_filled' ? 'filled' : event === 'human_input_form_timeout' ? 'expired' : null;
  if (state === null) return forms;
  // These events name the node that asked, not the form: of its forms it is the one that waits.
  const at = forms.findLastIndex((form) => form.state === 'open' && form.nodeId === text(data.node_id));
  const form = forms[at];
  if (form === undefined) return forms;
  const content = text(data.rendered_content) || form.content;
  return forms.with(at, { ...form, state, content, answer: text(data.action_text) });
}

function readForm(data: Mapping): RunForm {
  return {
    ...{ id: text(data.form_id), nodeId: text(data.node_id), title: text(data.node_title) },
    ...{ content: text(data.form_content), inputs: list(data.inputs), state: 'open', answer: '' },
    defaults: isMapping(data.resolved_default_values) ? data.resolved_default_values : {},
    actions: list(data.actions)
      .filter(isMapping)
      .map((action) => ({ id: text(action.id), title: text(action.title), style: text(action.button_style) })),
  };
}

/** What a node has made of variables of the conversation. */
export function updatedConversation(data: Mapping): Mapping | null {
  const process = isMapping(data.process_data) ? data.process_data : {};
  const updated = list(process.updated_variables).flatMap((update) => {
    const [owner, name] = isMapping(update) ? list(update.selector).map(text) : [];
    return isMapping(update) && owner === 'conversation' && name !== undefined
      ? [[name, update.new_value] as const]
      : [];
  });
  return updated.length === 0 ? null : Object.fromEntries(updated);
}
