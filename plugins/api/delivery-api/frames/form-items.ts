import { fromJson } from '#engine';
import { rawJson, unixSeconds } from '#http';
import { filledText, formText, type HumanForm, type ShownForm } from '#plugins/human-input/contract.ts';

/** An open form (runtime API, human-input forms). */
export function formItem(form: HumanForm) {
  return {
    form_content: formText(form.content),
    inputs: form.inputs,
    resolved_default_values: form.defaults,
    user_actions: form.actions,
    expiration_time: unixSeconds(form.expiresAt),
  };
}

/** What a message shows of a form its run opened (runtime API, messages and feedback). */
export function formContents(form: ShownForm) {
  const isSubmitted = form.status === 'submitted';
  return {
    type: 'human_input',
    workflow_run_id: form.runId,
    submitted: isSubmitted,
    form_definition: {
      form_id: form.id,
      form_token: form.token,
      node_id: form.nodeId,
      node_title: form.nodeTitle,
      form_content: formText(form.content),
      inputs: form.inputs,
      actions: form.actions,
      display_in_ui: form.hasToken,
      resolved_default_values: form.defaults,
      expiration_time: unixSeconds(form.expiresAt),
    },
    form_submission_data: isSubmitted ? submissionData(form) : null,
  };
}

function submissionData(form: HumanForm) {
  const answers = form.answers ?? '{}';
  return {
    node_id: form.nodeId,
    node_title: form.nodeTitle,
    rendered_content: filledText(form.content, fromJson(answers) as Readonly<Record<string, unknown>>),
    action_id: form.actionId,
    action_text: form.actions.find(({ id }) => id === form.actionId)?.title ?? '',
    submitted_data: rawJson(answers),
  };
}
