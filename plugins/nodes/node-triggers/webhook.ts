import type { NodeImplementation, Variables } from '#engine';
import { systemValues } from './root-values.ts';
import { type WebhookField, webhookFields } from './webhook-fields.ts';

interface CompiledWebhook {
  readonly method: string;
  readonly fields: readonly WebhookField[];
}

/** The whole request as the webhook took it in. */
const rawName = '_webhook_raw';

/**
 * A webhook (app DSL, triggers, datasource, knowledge-index): one variable per declared header, query parameter and
 * body field, and the request itself. What was sent lies in the pool under this node before the run, by the names of
 * the variables.
 */
export const node: NodeImplementation<CompiledWebhook> = {
  compile: (data) => ({
    method: typeof data.method === 'string' && data.method !== '' ? data.method.toUpperCase() : 'GET',
    fields: webhookFields(data),
  }),

  run(compiled, { node: { id }, variables }) {
    const fields = compiled.fields.map(({ variable }) => [variable, variables.get([id, variable]) ?? null]);
    const outputs = {
      ...Object.fromEntries(fields),
      [rawName]: variables.get([id, rawName]) ?? rawRequest(compiled, id, variables),
      ...systemValues(variables),
    };
    return { outputs, inputs: outputs };
  },
};

/** The request a caller would have made who sent these values. */
function rawRequest({ method, fields }: CompiledWebhook, id: string, variables: Variables): Record<string, unknown> {
  const part = (place: WebhookField['place']) =>
    Object.fromEntries(
      fields
        .filter((field) => field.place === place)
        .map(({ name, variable }): [string, unknown] => [name, variables.get([id, variable])])
        .filter(([, value]) => value !== undefined && value !== null),
    );
  return { method, headers: part('headers'), query_params: part('params'), body: part('body'), files: {} };
}
