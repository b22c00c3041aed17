import { lineAt, scanSource } from './scan-source.ts';
import type { Rule } from './source-file.ts';

/**
 * What native lists of pages offer, in their order: small lists that do not grow. Things of which there may be many (apps,
 * members, variables, tags, languages) are picked from `Picker`, which has a search and asks for more.
 */
const native: Readonly<Record<string, readonly string[]>> = {
  'api/management-token/web/invoices-page.tsx': ['states'],
  'api/management-token/web/workspace-page.tsx': ['plans that are sold'],
  'apps/app-access/web/servers/deliveries.tsx': ['states'],
  'apps/app-access/web/servers/signature-dialog.tsx': ['schemes of signatures'],
  'apps/app-access/web/site/site-form.tsx': ['who may open it', 'kinds of links'],
  'apps/apps/web/list/filter-bar.tsx': ['kinds', 'states', 'orders'],
  'apps/drafts/web/app-panel/variable-dialog.tsx': ['types'],
  'apps/drafts/web/configuration/parts/agent-part.tsx': ['strategies'],
  'apps/drafts/web/configuration/parts/features-part.tsx': ['high or low'],
  'apps/drafts/web/configuration/parts/input-dialog.tsx': ['kinds', 'what one input offers'],
  'apps/drafts/web/configuration/parts/knowledge-part.tsx': ['ways to search', 'ways to rank'],
  'apps/drafts/web/configuration/parts/metadata-part.tsx': ['ways to filter'],
  'apps/drafts/web/configuration/parts/moderation-fields.tsx': ['ways to moderate'],
  'apps/drafts/web/configuration/parts/prompt-part.tsx': ['roles'],
  'apps/drafts/web/editor/connect-node.tsx': ['ways on from one node'],
  'apps/drafts/web/fields/choice-value.tsx': ['options of an input'],
  'apps/drafts/web/fields/condition-fields.tsx': ['operations'],
  'apps/drafts/web/fields/condition-parts.tsx': ['operators', 'all or any'],
  'apps/drafts/web/fields/file-conditions.tsx': ['attributes of files'],
  'apps/drafts/web/fields/input-forms.tsx': ['kinds'],
  'apps/drafts/web/fields/list-fields.tsx': ['roles', 'types'],
  'apps/drafts/web/fields/parameter-field.tsx': ['what one parameter offers'],
  'apps/drafts/web/fields/parameter-input.tsx': ['what one parameter offers'],
  'apps/drafts/web/fields/schema-fields.tsx': ['types'],
  'apps/drafts/web/fields/simple-fields.tsx': ['what one setting offers'],
  'apps/drafts/web/fields/structured-input.tsx': ['types'],
  'apps/drafts/web/fields/tool-fields.tsx': ['text or file'],
  'apps/drafts/web/panel/default-fields.tsx': ['yes or no'],
  'apps/drafts/web/panel/failure-fields.tsx': ['ways to fail'],
  'apps/drafts/web/run/pin-part.tsx': ['ways on from one node'],
  'apps/repositories/web/settings-fields.tsx': ['directions', 'ways to commit', 'ways to apply'],
  'knowledge/datasets/web/adding/cut-settings.tsx': ['forms', 'automatic or not', 'kinds of parents'],
  'knowledge/datasets/web/sources/repository-source.tsx': ['intervals', 'what becomes of files that are gone'],
  'knowledge/datasets/web/sources/account-source.tsx': [
    'accounts of one service',
    'intervals',
    'what becomes of documents',
  ],
  'knowledge/datasets/web/sources/edit-source.tsx': [
    'accounts of one person and of the workspace at one service',
    'intervals',
    'what becomes of documents',
  ],
  'knowledge/datasets/web/documents/documents-page.tsx': ['states'],
  'knowledge/datasets/web/list/new-base.tsx': ['kinds', 'who sees it'],
  'knowledge/datasets/web/search/retrieval-fields.tsx': ['ways to search'],
  'knowledge/datasets/web/settings/fields.tsx': ['types'],
  'knowledge/datasets/web/settings/general.tsx': ['who sees it'],
  'knowledge/datasets/web/sources/new-source.tsx': ['kinds'],
  'knowledge/datasets/web/sources/source-fields.tsx': ['intervals', 'what becomes of what is gone', 'kinds of hosts'],
  'knowledge/datasets/web/sources/source-pages.tsx': ['states'],
  'marketplace/plugin-management/web/catalogue.tsx': ['kinds, categories, and the few registries of an installation'],
  'marketplace/plugin-management/web/operator/key-dialog.tsx': ['kinds'],
  'models/models/web/add-model.tsx': ['types'],
  'models/models/web/model-settings.tsx': ['ways to share the load'],
  'models/models/web/provider-list-page.tsx': ['types'],
  'models/models/web/provider-models.tsx': ['types'],
  'operations/logs/web/analytics/analytics-page.tsx': ['periods'],
  'operations/logs/web/parts/log-filters.tsx': ['periods, states, ways in, opinions'],
  'operations/usage/web/usage/budget-dialog.tsx': ['periods', 'units', 'effects'],
  'operations/usage/web/usage/usage-page.tsx': ['groupings', 'periods'],
  'pages/studio/web/parts/credential-form.tsx': ['what one field of a credential offers'],
  'pages/ui/web/components/fields.tsx': ['the component itself'],
  'pages/ui/web/input-form/field-control.tsx': ['what one input offers'],
  'pages/web-app/web/try-embed/try-embed.tsx': ['corners', 'languages, of visitors'],
  'runs/human-input/web/form-list-page.tsx': ['states'],
  'tools/tools/web/mcp/server-form.tsx': ['ways to sign in'],
  'tools/tools/web/openapi/authentication-fields.tsx': ['ways to sign in', 'where a key is sent'],
  'tools/tools/web/openapi/server-fields.tsx': ['servers of one document', 'what one variable offers'],
  'tools/tools/web/tool-list-page.tsx': ['kinds'],
  'tools/tools/web/tool-test.tsx': ['what one parameter offers'],
  'tools/tools/web/workflows/workflow-form.tsx': ['filled by whom'],
  'workspace/accounts/web/personal-keys.tsx': ['periods'],
  'workspace/audit/web/audit-page.tsx': ['periods'],
  'workspace/members/web/members/invite-dialog.tsx': ['roles'],
  'workspace/connected-accounts/web/connect-dialog.tsx': ['ways to connect'],
  'workspace/members/web/members/members-page.tsx': ['roles', 'roles'],
  'workspace/sso/web/new-connection.tsx': ['kinds'],
  'workspace/sso/web/people-fields.tsx': ['roles', 'roles'],
};

const list = /<(?:Select|select|datalist)\b/g;

/** Every native list of a page is one of these. */
export const picksThings: Rule = (files) => {
  const complaints = files
    .filter(({ path }) => path.startsWith('plugins/') && path.endsWith('.tsx'))
    .flatMap(({ path, text }) => {
      const found = [...scanSource(text).codeOnly.matchAll(list)];
      const known = native[path.slice('plugins/'.length)]?.length ?? 0;
      if (found.length === known) return [];
      const line = lineAt(text, found.at(-1)?.index ?? 0);
      return [
        `${path}:${line}: has ${found.length} native lists, of which ${known} are known; pick things from a Picker, or say in select-rules.ts what it offers`,
      ];
    });
  const paths = new Set(files.map(({ path }) => path));
  const gone = Object.keys(native).filter((path) => !paths.has(`plugins/${path}`));
  return [...complaints, ...gone.map((path) => `plugins/${path}: is not there; take it out of select-rules.ts`)];
};
