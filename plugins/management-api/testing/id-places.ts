import type { ConsoleKind } from './owned-objects.ts';

/** What an id is of; or why it is an id of nothing that a workspace owns. */
export type IdOf = ConsoleKind | { readonly nothing: string };

/** Ids by the names of their places; a route that means something else by a name is in `special`. */
const byName: Readonly<Record<string, IdOf>> = {
  'params.app_id': 'app',
  'params.version_id': 'version',
  'params.annotation_id': 'annotation',
  'params.form_id': 'form',
  'params.run_id': 'run',
  'params.invitation_id': 'invitation',
  'params.account_id': 'member',
  'params.session_id': 'session',
  'params.workspace_id': 'workspace',
  'params.connection_id': 'connection',
  'params.budget_id': 'budget',
  'params.tag_id': 'tag',
  'params.invoice_id': 'invoice',
  'params.provider': { nothing: 'the name of a provider, which all workspaces have' },
  'params.conversation_id': 'conversation',
  'query.version_id': 'version',
  'params.end_user_id': 'endUser',
  'query.end_user_id': 'endUser',
  'query.app_id': 'app',
  'query.run_id': 'run',
  'query.webhook_id': 'webhook',
  'query.workspace_id': 'workspace',
  'query.account_id': 'member',
  'body.account_id': 'member',
  'body.app_id': 'app',
  'body.key_id': 'appKey',
  'body.import_id': 'pendingImport',
  'body.client_id': { nothing: 'a name that a provider of identities gives' },
  'body.idp_entity_id': { nothing: 'a name that a provider of identities has' },
};

const special: Readonly<Record<string, Readonly<Record<string, IdOf>>>> = {
  'POST /console/api/deleted-apps/:app_id/restore': { 'params.app_id': 'deletedApp' },
  'DELETE /console/api/apps/:app_id/keys/:key_id': { 'params.key_id': 'appKey' },
  'DELETE /console/api/app-keys/:key_id': { 'params.key_id': 'appKey' },
  'DELETE /console/api/account/keys/:key_id': { 'params.key_id': 'personalKey' },
  'PATCH /console/api/apps/:app_id/webhooks/:id': { 'params.id': 'webhook' },
  'DELETE /console/api/apps/:app_id/webhooks/:id': { 'params.id': 'webhook' },
  'POST /console/api/apps/:app_id/webhooks/:id/rotate': { 'params.id': 'webhook' },
  'POST /console/api/apps/:app_id/webhooks/:id/test': { 'params.id': 'webhook' },
  'GET /console/api/apps/:app_id/webhook-deliveries': { 'query.before': 'delivery' },
  'POST /console/api/apps/:app_id/webhook-deliveries/:id/redeliver': { 'params.id': 'delivery' },
  'GET /console/api/apps/:app_id/versions': { 'query.before': { nothing: 'a number of a version' } },
  'GET /console/api/runs': { 'query.before': 'run' },
  'GET /console/api/runs/:run_id/nodes': { 'query.after': { nothing: 'a number of a node' } },
  'GET /console/api/runs/:run_id/events': { 'query.after': { nothing: 'a number of an event' } },
  'GET /console/api/apps/:app_id/conversations/:conversation_id/messages': { 'query.after': 'message' },
  'GET /console/api/apps/:app_id/runs': { 'query.cursor': 'run' },
  'GET /console/api/apps/:app_id/conversations': { 'query.cursor': 'conversation' },
  'GET /console/api/apps/:app_id/feedbacks': { 'query.cursor': { nothing: 'a place in the order of time' } },
  'GET /console/api/members': { 'query.cursor': { nothing: 'a place in the order of joining' } },
  'GET /console/api/forms': { 'query.before': 'form' },
  'GET /console/api/jobs/failed': { 'query.before': 'failedJob' },
  'POST /console/api/jobs/:id/retry': { 'params.id': 'failedJob' },
  'GET /console/api/installation/workspaces': { 'query.after': { nothing: 'a place in an order, for operators' } },
  'GET /console/api/billing/invoices': { 'query.before': 'invoice' },
  'GET /console/api/installation/invoices': { 'query.before': { nothing: 'a place in an order, for operators' } },
  'GET /console/api/billing/changes': { 'query.before': 'subscriptionChange' },
  'GET /console/api/audit': { 'query.before': 'auditEntry' },
  'POST /console/api/runs/:run_id/fork': { 'body.node_id': { nothing: 'a node of the document' } },
  'POST /console/api/apps/:app_id/run': {
    'body.conversation_id': 'conversation',
    'body.workflow_id': { nothing: 'of chatflows alone, as under `/v1`: `plugins/delivery-api` has its cases' },
    'body.trace_id': { nothing: 'a name that callers choose' },
  },
  'POST /console/api/apps/:app_id/draft/run': {
    'body.conversation_id': 'conversation',
  },
  'POST /console/api/apps/:app_id/draft/nodes/:node_id/run': {
    'params.node_id': { nothing: 'a node of the document' },
  },
  'POST /console/api/account/invitations': { 'body.token': { nothing: 'a secret, good for one address' } },
};

/** What belongs in a place of a route; undefined: nobody has said so yet. */
export function idOf(route: string, place: string): IdOf | undefined {
  return special[route]?.[place] ?? byName[place];
}

/**
 * Places that answer 200 with what the caller has: an id that finds nothing is a filter that nothing passes, or a place in an
 * order.
 */
export const listed = new Set([
  'query.app_id',
  'query.run_id',
  'query.account_id',
  'query.webhook_id',
  'query.before',
  'query.version_id',
  'query.end_user_id',
  'query.after',
  'query.cursor',
]);

/** The same of queries. */
export const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'DELETE /console/api/apps/:app_id/conversations/:conversation_id': { confirm: 'true' },
  'DELETE /console/api/apps/:app_id/end-users/:end_user_id': { confirm: 'true' },
};

/** Bodies of requests that are right but for the id. */
export const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /console/api/apps/import': {},
  'PATCH /console/api/apps/:app_id': { name: 'taken' },
  'PATCH /console/api/apps/:app_id/limits': { app: { requests_per_minute: 1 } },
  'PATCH /console/api/apps/:app_id/webhooks/:id': { enabled: false },
  'PATCH /console/api/tags/:tag_id': { name: 'taken' },
  'PATCH /console/api/members/:account_id': { role: 'member' },
  'POST /console/api/apps/:app_id/annotations': { question: 'Q?', answer: 'A.' },
  'POST /console/api/apps/:app_id/annotations/import': { csv: 'question,answer\nQ,A\n' },
  'POST /console/api/apps/:app_id/draft/run': { inputs: {}, query: 'Hi' },
  'POST /console/api/apps/:app_id/keys': { name: 'taken' },
  'POST /console/api/apps/:app_id/run': { inputs: {}, query: 'Hi', response_mode: 'blocking' },
  'POST /console/api/apps/:app_id/webhooks': { url: 'http://127.0.0.1:9/' },
  'POST /console/api/forms/:form_id/answer': { action: 'ok', inputs: { note: 'x' } },
  'POST /console/api/runs/:run_id/fork': { node_id: 'ask' },
  'POST /console/api/workspace/transfer': {},
  'PATCH /console/api/sso/connections/:connection_id': { name: 'taken' },
  'POST /console/api/sso/connections/:connection_id/approve': { domains: ['taken.example'] },
  'PUT /console/api/budgets': { period: 'day', unit: 'tokens', amount: '5', action: 'stop' },
  'PUT /console/api/apps/:app_id/draft': { yaml: 'kind: app\napp: {mode: workflow}\nworkflow: {}', hash: null },
  'PATCH /console/api/apps/:app_id/versions/:version_id': { note: 'taken' },
  'PUT /console/api/apps/:app_id/annotation-reply': {
    score_threshold: 0.9,
    embedding_provider_name: 'demo',
    embedding_model_name: 'demo-embedding',
  },
  'PUT /console/api/apps/:app_id/annotations/:annotation_id': { question: 'Q?', answer: 'A.' },
};
