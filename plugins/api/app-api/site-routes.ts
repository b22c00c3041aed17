import { type GraphDocument, mappingOf } from '#engine';
import { json, type Route, route } from '#http';
import { AppUserAccess } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import { toolIcon } from '#plugins/delivery-api/contract.ts';
import type { Sites } from '#plugins/sites/contract.ts';
import { siteDocs } from './site-docs.ts';

type Values = Readonly<Record<string, unknown>>;

/** How an app is shown (runtime API, app metadata). `sites`: undefined: the plugin is switched off. */
export const siteRoutes = (sites: Sites | undefined): Route[] => [
  route({
    id: 'app-api.meta',
    method: 'GET',
    path: '/v1/meta',
    access: AppUserAccess,
    summary: 'Get the icons of the tools an app uses',
    docs: siteDocs.meta,
    handle: ({ principal: { version } }) =>
      json({ tool_icons: Object.fromEntries(toolNames(version).map((name) => [name, toolIcon])) }),
  }),
  route({
    id: 'app-api.site',
    method: 'GET',
    path: '/v1/site',
    access: AppUserAccess,
    summary: 'Get the title and appearance of the app',
    docs: siteDocs.site,
    async handle({ principal: { app, version } }) {
      const site = await sites?.site(app.id);
      return json({
        title: site?.title ?? app.name,
        chat_color_theme: site?.color ?? null,
        chat_color_theme_inverted: false,
        icon_type: (site ? site.icon_type : app.iconType) || null,
        icon: (site ? site.icon : app.icon) || null,
        icon_background: (site ? site.icon_background : app.iconBackground) || null,
        icon_url: site?.icon_url ?? null,
        description: (site ? site.description : app.description) || null,
        copyright: site?.copyright || null,
        privacy_policy: site?.privacy_policy || null,
        input_placeholder: site?.input_placeholder || null,
        custom_disclaimer: site?.disclaimer ?? '',
        default_language: site?.language ?? 'en-US',
        show_workflow_steps: site?.show_workflow_steps ?? true,
        use_icon_as_answer_icon: version?.compiled.isIconShown ?? false,
      });
    },
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
