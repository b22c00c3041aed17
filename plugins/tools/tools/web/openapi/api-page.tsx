import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  can,
  confirm,
  errorText,
  invalidate,
  optimistically,
  PageFrame,
  QueryBoundary,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { AppsOf, wouldFail } from '#plugins/tools/web/apps-of.tsx';
import { parameterOf } from '#plugins/tools/web/arguments.ts';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { ToolItems } from '#plugins/tools/web/tool-items.tsx';
import { apiRoutes } from '#plugins/tools/web/tool-routes.ts';
import { ToolTest } from '#plugins/tools/web/tool-test.tsx';
import { Button, Notice, navigate, Switch, toast } from '#plugins/ui/web/contract.ts';
import { ApiSettings } from './api-settings.tsx';
import { Authorize } from './authorize.tsx';

type Provider = Schemas['CustomToolProviderWithTools'];
type Tool = Schemas['CustomTool'];
const one = '/console/api/custom-tools/{provider_id}';
const TABS = ['tools', 'settings', 'apps'] as const;

/** An API that was imported: its tools, settings, and which apps use it. */
export function ApiPage({ id }: { readonly id: string }) {
  const answer = useApi(one, { path: { provider_id: id } });
  return <QueryBoundary answer={answer}>{(provider) => <Api provider={provider} />}</QueryBoundary>;
}

function Api({ provider }: { readonly provider: Provider }) {
  const t = toolsTexts();
  const [asked] = useSearchParam('tab', 'tools');
  const tab = TABS.find((name) => name === asked) ?? 'tools';
  const names = { tools: t.tools, settings: t.settings, apps: t.usedBy };
  const mayChange = can('plugins.install');
  return (
    <PageFrame
      title={provider.name}
      about={provider.description || provider.server_url}
      crumbs={[{ label: t.tools, href: '/tools' }]}
      tabs={TABS.filter((name) => name !== 'settings' || mayChange).map((name) => ({
        label: names[name],
        href: `/tools/api/${provider.id}?tab=${name}`,
        isCurrent: name === tab,
      }))}
      actions={
        mayChange && (
          <Button variant="danger" onClick={() => void remove(provider)}>
            {t.delete}
          </Button>
        )
      }
    >
      {!provider.configured && provider.authentication.type !== 'oauth2_authorization_code' && (
        <Notice variant="warning">{t.apiNotSetUp}</Notice>
      )}
      {provider.authentication.type === 'oauth2_authorization_code' && mayChange && <Authorize provider={provider} />}
      {tab === 'tools' && <Tools provider={provider} mayChange={mayChange} />}
      {tab === 'settings' && mayChange && <ApiSettings key={provider.updated_at} provider={provider} />}
      {tab === 'apps' && <Apps id={provider.id} />}
    </PageFrame>
  );
}

function Tools({ provider, mayChange }: { readonly provider: Provider; readonly mayChange: boolean }) {
  const t = toolsTexts();
  const [tested, setTested] = useState<Tool | null>(null);
  return (
    <>
      <ToolItems
        items={provider.tool_list.map((tool) => ({
          key: tool.key,
          name: tool.name,
          about: `${tool.method} ${tool.path}`,
          description: tool.description || tool.summary,
          parameters: tool.parameters.map(parameterOf),
          actions: (
            <>
              {mayChange && <OnOff provider={provider} tool={tool} />}
              <Button small onClick={() => setTested(tool)}>
                {t.test}
                <span className="said"> {tool.name}</span>
              </Button>
            </>
          ),
        }))}
      />
      {tested !== null && (
        <ToolTest
          name={tested.name}
          parameters={tested.parameters.map(parameterOf)}
          onClose={() => setTested(null)}
          call={async (given) => {
            const path = { provider_id: provider.id, tool: tested.name };
            const body = { arguments: given };
            const answer = await call.post(`${one}/tools/{tool}/test`, { path, body });
            const { status, media_type: type, text, json, file } = answer;
            const shown = json === null || json === undefined ? text : JSON.stringify(json, null, 2);
            return { about: `${status} ${type}`, text: file === null ? shown : t.fileAnswer(file.filename, file.size) };
          }}
        />
      )}
    </>
  );
}

function OnOff({ provider, tool }: { readonly provider: Provider; readonly tool: Tool }) {
  const t = toolsTexts();
  const path = { provider_id: provider.id };
  return (
    <Switch
      label={<span className="said">{t.usesTool(tool.name)}</span>}
      checked={tool.enabled}
      onChange={() => {
        const enabled = provider.tool_list.filter((each) => (each.key === tool.key ? !each.enabled : each.enabled));
        const body = { operations: enabled.map(({ key }) => key) };
        optimistically(
          [one, path],
          (found) => ({
            ...found,
            tool_list: found.tool_list.map((each) =>
              each.key === tool.key ? { ...each, enabled: !each.enabled } : each,
            ),
          }),
          () => call.patch(one, { path, body }),
        ).then(
          () => invalidate(...apiRoutes),
          (error: unknown) => toast(errorText(error)),
        );
      }}
    />
  );
}

function Apps({ id }: { readonly id: string }) {
  const answer = useApi(`${one}/apps`, { path: { provider_id: id } });
  return <QueryBoundary answer={answer}>{({ data }) => <AppsOf apps={data} />}</QueryBoundary>;
}

async function remove({ id, name }: Provider): Promise<void> {
  const t = toolsTexts();
  const path = { provider_id: id };
  try {
    const { data } = await call.get(`${one}/apps`, { path });
    const about = wouldFail(data, t.deleteApiAbout);
    if (!(await confirm({ title: t.deleteTitle(name), about, action: t.delete }))) return;
    await call.delete(one, { path, query: { confirm: true } });
    // What is deleted is not asked for anew: the page that shows it is still there for a moment.
    invalidate('/console/api/tools');
    navigate('/tools');
    toast(t.deleted(name));
  } catch (error) {
    toast(errorText(error));
  }
}
