import { appDocument, edge, node } from '#engine/testing/app-document.ts';

const outputs = (...selectors: readonly (readonly [string, string])[]) => ({
  outputs: selectors.map((selector) => ({ variable: selector[1].replaceAll('.', '_'), value_selector: selector })),
});

/** A workflow that begins at a schedule. */
export function scheduleApp(expression = '0 9 * * *', timezone = 'UTC'): string {
  const schedule = { mode: 'cron', cron_expression: expression, timezone };
  return appDocument({
    mode: 'workflow',
    nodes: [node('clock', 'trigger-schedule', schedule), node('end', 'end', outputs(['clock', 'sys.user_id']))],
    edges: [edge('clock', 'end')],
  });
}

/** A workflow that begins at a webhook, which tells its fields and the whole call. */
export function webhookApp(settings: Readonly<Record<string, unknown>>, fields: readonly string[] = []): string {
  const told = [...fields, '_webhook_raw'].map((field): [string, string] => ['hook', field]);
  return appDocument({
    mode: 'workflow',
    nodes: [node('hook', 'trigger-webhook', settings), node('end', 'end', outputs(...told))],
    edges: [edge('hook', 'end')],
  });
}
