import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  can,
  changed,
  confirm,
  failureText,
  PageFrame,
  Shown,
  useAnswer,
  useQuery,
} from '#plugins/studio/web/contract.tsx';
import { AppsOf, wouldFail } from '#plugins/studio-tools/web/apps-of.tsx';
import { parameterOf } from '#plugins/studio-tools/web/arguments.ts';
import { ToolItems } from '#plugins/studio-tools/web/tool-items.tsx';
import { ToolTest } from '#plugins/studio-tools/web/tool-test.tsx';
import { toolsTexts } from '#plugins/studio-tools/web/tools-texts.ts';
import { Button, Notice, navigate, Switch, toast } from '#plugins/ui/web/contract.ts';
import { ApiSettings } from './api-settings.tsx';
import { Authorize } from './authorize.tsx';

type Provider = Schemas['CustomToolProviderWithTools'];
type Tool = Schemas['CustomTool'];
const one = '/console/api/custom-tools/{provider_id}';
const TABS = ['tools', 'settings', 'apps'] as const;

/** An API that was imported: its tools, settings, and which apps use it. */
export function ApiPage({ id }: { readonly id: string }) {
  const answer = useAnswer(one, { path: { provider_id: id } });
  return <Shown answer={answer}>{(provider) => <Api provider={provider} />}</Shown>;
}

function Api({ provider }: { readonly provider: Provider }) {
  const t = toolsTexts();
  const [asked] = useQuery('tab', 'tools');
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
          <Button look="danger" onClick={() => void remove(provider)}>
            {t.delete}
          </Button>
        )
      }
    >
      {!provider.configured && provider.authentication.type !== 'oauth2_authorization_code' && (
        <Notice look="warn">{t.apiNotSetUp}</Notice>
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
      label={<span className="said">{t.useTool(tool.name)}</span>}
      checked={tool.enabled}
      onChange={() => {
        const enabled = provider.tool_list.filter((each) => (each.key === tool.key ? !each.enabled : each.enabled));
        const body = { operations: enabled.map(({ key }) => key) };
        call.patch(one, { path, body }).then(
          () => changed('/console/api/custom-tools', '/console/api/tools'),
          (error: unknown) => {
            changed('/console/api/custom-tools');
            toast(failureText(error));
          },
        );
      }}
    />
  );
}

function Apps({ id }: { readonly id: string }) {
  const answer = useAnswer(`${one}/apps`, { path: { provider_id: id } });
  return <Shown answer={answer}>{({ data }) => <AppsOf apps={data} />}</Shown>;
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
    changed('/console/api/tools');
    navigate('/tools');
    toast(t.deleted(name));
  } catch (error) {
    toast(failureText(error));
  }
}
