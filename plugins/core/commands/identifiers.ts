import { printable } from './printed.ts';
import { CommandError } from './terminal.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const apps = ['app', 'weft apps list'] as const;

/** What ids are of, as routes say it: in words, and the command that shows them. */
const kinds = {
  app: apps,
  appWithTriggers: apps,
  workflowApp: apps,
  deletedApp: apps,
  appKey: ['key', 'weft apps keys list ID'],
  run: ['run', 'weft runs list'],
  version: ['version', 'weft apps versions ID'],
  form: ['form', 'weft forms list --status all'],
  annotation: ['annotation', 'weft annotations list ID'],
  conversation: ['conversation', 'weft logs conversations APP'],
  message: ['message', 'weft logs messages APP CONVERSATION'],
  endUser: ['end user', 'weft logs conversations APP --json'],
  personalKey: ['personal key', 'weft keys list'],
  mcpGrant: ['grant', 'weft mcp grants'],
  webhook: ['webhook', 'weft webhooks list APP'],
  delivery: ['delivery', 'weft webhooks deliveries APP'],
  trigger: ['trigger', 'weft triggers list'],
  firing: ['firing', 'weft triggers history APP ID'],
  budget: ['budget', 'weft budgets list'],
  workspace: ['workspace', 'weft workspaces list'],
  tag: ['tag', 'weft tags list'],
  invoice: ['invoice', 'weft invoices list'],
  subscriptionChange: ['change of a subscription', 'weft plan changes --json'],
  invitation: ['invitation', 'weft invitations list'],
  account: ['member', 'weft members list --json'],
  connection: ['identity provider', 'weft sso list'],
  auditEntry: ['entry of the audit log', 'weft audit list --json'],
  dataset: ['knowledge base', 'weft knowledge list'],
  datasetTag: ['tag', 'weft knowledge tags list'],
  datasetField: ['field', 'weft knowledge fields list BASE'],
  datasetKey: ['key', 'weft knowledge keys list'],
  repository: ['repository', 'weft repositories status'],
  datasetSource: ['source', 'weft knowledge sources list BASE'],
  datasetDocument: ['document', 'weft knowledge documents list BASE'],
  datasetSegment: ['segment', 'weft knowledge segments list BASE DOCUMENT'],
  datasetChunk: ['child chunk', 'weft knowledge chunks list BASE DOCUMENT SEGMENT'],
  externalKnowledgeApi: ['external knowledge API', 'weft knowledge apis list'],
  mcpServer: ['MCP server', 'weft mcp servers list'],
} as const satisfies Readonly<Record<string, readonly [kind: string, shownBy: string]>>;

/** The id that was typed; a name, a number or a half of one is told apart here, where it is known what was meant. */
export function identifier(given: string, of: keyof typeof kinds): string {
  if (uuid.test(given)) return given;
  const [kind, shownBy] = kinds[of];
  const article = /^[aei]/.test(kind) ? 'an' : 'a';
  const shown = printable(given.slice(0, 80));
  throw new CommandError('not_found', `'${shown}' is not the id of ${article} ${kind}; \`${shownBy}\` shows them.`);
}

/** The same of a kind that a route says; of what no command shows, the server says what is wrong. */
export function checkedId(given: string, of: string): string {
  return Object.hasOwn(kinds, of) ? identifier(given, of as keyof typeof kinds) : given;
}
