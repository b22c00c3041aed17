import { rawJson, unixSeconds } from '#http';
import type { FormStatus, HumanForm } from './contract.ts';
import { formText } from './form-text.ts';

/** Form statuses as the management API has them. */
export const formStatuses: readonly FormStatus[] = ['open', 'submitted', 'timed-out', 'expired', 'closed'];

/** A form in lists. */
export function formItem(form: HumanForm) {
  return {
    id: form.id,
    app_id: form.appId,
    workflow_run_id: form.runId,
    node_id: form.nodeId,
    node_title: form.nodeTitle,
    status: form.status,
    actions: form.actions.map(({ id }) => id),
    inputs: form.inputs.map((input) => input.output_variable_name),
    action: form.actionId,
    answered_by: form.answeredBy,
    created_at: unixSeconds(form.createdAt),
    expiration_time: unixSeconds(form.expiresAt),
  };
}

/** A form with all that it shows, and its answer. */
export function formDetailItem(form: HumanForm) {
  return {
    ...formItem(form),
    form_content: formText(form.content),
    inputs: form.inputs,
    actions: form.actions,
    resolved_default_values: form.defaults,
    submitted_data: form.answers === null ? null : rawJson(form.answers),
  };
}
