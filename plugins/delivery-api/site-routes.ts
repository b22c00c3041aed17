import { type GraphDocument, mappingOf } from '../../engine/contract.ts';
import { json, type Route, route } from '../../http/contract.ts';
import type { PublishedVersion } from '../apps/contract.ts';
import { AppKeyAccess } from './caller.ts';
import { siteDocs } from './docs/site-docs.ts';
import { toolIcon } from './tool-icon.ts';

type Values = Readonly<Record<string, unknown>>;

/** How an app is shown (runtime API, app metadata). */
export const siteRoutes: readonly Route[] = [
  route({
    id: 'delivery-api.meta',
    method: 'GET',
    path: '/v1/meta',
    access: AppKeyAccess,
    summary: 'Icons of the tools an app uses',
    docs: siteDocs.meta,
    handle: ({ principal: { version } }) =>
      json({ tool_icons: Object.fromEntries(toolNames(version).map((name) => [name, toolIcon])) }),
  }),
  route({
    id: 'delivery-api.site',
    method: 'GET',
    path: '/v1/site',
    access: AppKeyAccess,
    summary: 'Title and looks of the app',
    docs: siteDocs.site,
    handle: ({ principal: { app, version } }) =>
      json({
        title: app.name,
        chat_color_theme: null,
        chat_color_theme_inverted: false,
        icon_type: app.iconType || null,
        icon: app.icon || null,
        icon_background: app.iconBackground || null,
        // A picture is a file where the document was made; only its id travels.
        icon_url: null,
        description: app.description || null,
        copyright: null,
        privacy_policy: null,
        input_placeholder: null,
        custom_disclaimer: '',
        default_language: 'en-US',
        show_workflow_steps: true,
        use_icon_as_answer_icon: version?.compiled.isIconShown ?? false,
      }),
  }),
];

/** Names of the tools in tool nodes and in the hands of agents. */
function toolNames(version: PublishedVersion | null): string[] {
  if (version === null) return [];
  const { nodes } = JSON.parse(version.compiled.graph.text) as GraphDocument;
  const tools = nodes.flatMap(({ type, data }): readonly Values[] => {
    if (type === 'tool') return [data];
    return type === 'agent' ? agentTools(data) : [];
  });
  const names = tools.filter(({ enabled }) => enabled !== false).map(({ tool_name: name, name: own }) => name ?? own);
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))];
}

function agentTools(data: Values): readonly Values[] {
  const { tools: given } = mappingOf(data.agent_parameters);
  const { tools: packaged } = mappingOf(mappingOf(data.agent_package).soul);
  return [mappingOf(given).value, packaged].flatMap((list) => (Array.isArray(list) ? list.map(mappingOf) : []));
}
