/** Up to which number the migrations of a folder are from before each said for itself whether older releases can go on (`olderCanWrite`). */
const early: Readonly<Record<string, number>> = {
  accounts: 5,
  annotations: 2,
  'app-icons': 1,
  apps: 9,
  audit: 4,
  batches: 1,
  billing: 5,
  'billing-invoices': 3,
  'billing-stripe': 3,
  'console-notices': 1,
  conversations: 7,
  'dataset-documents': 1,
  'dataset-indexing': 1,
  'dataset-keys': 1,
  'dataset-retrieval': 1,
  'dataset-sources': 1,
  datasets: 1,
  'end-users': 2,
  'external-knowledge': 1,
  feedbacks: 4,
  files: 5,
  'human-input': 4,
  idempotency: 2,
  'import-plans': 2,
  'import-sources': 1,
  jobs: 1,
  'key-rotation': 1,
  'knowledge-index': 3,
  limits: 2,
  logs: 2,
  'mcp-client': 1,
  'mcp-oauth': 1,
  'mcp-server': 1,
  members: 2,
  models: 3,
  notices: 1,
  'plugin-installs': 1,
  'plugin-runner': 1,
  results: 1,
  runs: 15,
  sites: 1,
  sso: 4,
  'tool-credentials': 1,
  'tool-openapi': 1,
  triggers: 1,
  usage: 7,
  webhooks: 1,
  'workflow-tools': 1,
  workspaces: 5,
};

/** Of those, the ones after which the release before can't: it would write what is refused or missed now, or misread what is written. */
const stopping: ReadonlySet<string> = new Set([
  'audit/0004-account-entries',
  'conversations/0003-variable-ids',
  'knowledge-index/0003-postings-by-batch',
  'logs/0001-logs',
  'models/0003-credential-sets',
  'runs/0005-packed-nodes',
  'runs/0006-large-values',
  'runs/0008-run-ends',
  'runs/0014-shorter-nodes',
  'sso/0004-who-has-entered',
  'usage/0003-key-budgets',
]);

/** Whether the release before an early migration of the house can still write; undefined: it is none, and says so itself. */
export function earlyMigration(name: string): boolean | undefined {
  const [folder = '', file = ''] = name.split('/');
  const last = early[folder];
  if (last === undefined || Number.parseInt(file, 10) > last) return undefined;
  return !stopping.has(name);
}
