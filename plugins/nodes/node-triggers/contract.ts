/** What nodes of triggers say, for whoever starts runs by them. */

/** When a node `trigger-schedule` fires. */
export { type Schedule, scheduleOf } from './schedule.ts';
/** What a node `trigger-webhook` takes and answers. */
export { type Webhook, type WebhookField, webhookOf } from './webhook-fields.ts';
