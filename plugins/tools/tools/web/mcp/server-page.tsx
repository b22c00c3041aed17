import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  can,
  confirm,
  ErrorAlert,
  errorText,
  invalidate,
  PageFrame,
  QueryBoundary,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { AppsOf, wouldFail } from '#plugins/tools/web/apps-of.tsx';
import { NoTool } from '#plugins/tools/web/no-tool.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { mcpRoutes } from '#plugins/tools/web/tool-routes.ts';
import { Button, Notice, navigate, Panel, toast } from '#plugins/ui/web/contract.ts';
import { McpAuthorization } from './authorization.tsx';
import { McpChanges } from './changes.tsx';
import { ServerForm } from './server-form.tsx';
import { McpTools } from './server-tools.tsx';

type Server = Schemas['McpServerDetail'];
const one = '/console/api/mcp-servers/{id}';
const TABS = ['tools', 'settings', 'apps'] as const;

/** An MCP server, by its id or by the identifier that documents name. */
export function McpServerPage({ id }: { readonly id: string }) {
  const list = useApi('/console/api/mcp-servers');
  return (
    <QueryBoundary answer={list}>
      {({ data }) => {
        const found = data.find((server) => server.id === id || server.identifier === id);
        return found === undefined ? <NoTool /> : <Loaded id={found.id} />;
      }}
    </QueryBoundary>
  );
}

function Loaded({ id }: { readonly id: string }) {
  const answer = useApi(one, { path: { id } });
  return <QueryBoundary answer={answer}>{(server) => <Server server={server} />}</QueryBoundary>;
}

function Server({ server }: { readonly server: Server }) {
  const t = toolsTexts();
  const refreshing = useSubmit();
  const [asked] = useSearchParam('tab', 'tools');
  const tab = TABS.find((name) => name === asked) ?? 'tools';
  const names = { tools: t.tools, settings: t.settings, apps: t.usedBy };
  const mayChange = can('plugins.install');
  const path = { id: server.id };
  const refresh = async () => {
    try {
      const { state } = await call.post(`${one}/refresh`, { path });
      toast(state === 'changes_wait' ? t.changesFound : t.nothingChanged);
    } finally {
      invalidate(...mcpRoutes);
    }
  };
  return (
    <PageFrame
      title={server.name || server.identifier}
      about={server.address}
      crumbs={[
        { label: t.tools, href: '/tools' },
        { label: t.mcpServers, href: '/tools/mcp' },
      ]}
      tabs={TABS.filter((name) => name !== 'settings' || mayChange).map((name) => ({
        label: names[name],
        href: `/tools/mcp/${server.id}?tab=${name}`,
        isCurrent: name === tab,
      }))}
      actions={
        mayChange && (
          <>
            <Button variant="danger" onClick={() => void remove(server)}>
              {t.delete}
            </Button>
            <Button busy={refreshing.isBusy} onClick={() => void refreshing.run(refresh)}>
              {t.refresh}
            </Button>
          </>
        )
      }
    >
      {refreshing.error !== undefined && <ErrorAlert error={refreshing.error} />}
      {refreshing.error === undefined && server.last_error !== null && (
        <Notice variant="danger">{server.last_error}</Notice>
      )}
      {server.auth === 'oauth' && <McpAuthorization server={server} />}
      {tab === 'tools' && server.state === 'changes_wait' && <McpChanges server={server} />}
      {tab === 'tools' && <McpTools server={server} />}
      {tab === 'settings' && mayChange && (
        <Panel narrow>
          <ServerForm key={JSON.stringify(server.headers)} server={server} onDone={() => undefined} />
        </Panel>
      )}
      {tab === 'apps' && <AppsOf apps={server.used_by} />}
    </PageFrame>
  );
}

async function remove({ id, name, identifier, used_by: users }: Server): Promise<void> {
  const t = toolsTexts();
  const title = t.deleteTitle(name || identifier);
  if (!(await confirm({ title, about: wouldFail(users, t.deleteServerAbout), action: t.delete }))) return;
  try {
    await call.delete(one, { path: { id }, query: { confirm: true } });
    // What is deleted is not asked for anew: the page that shows it is still there for a moment.
    invalidate('/console/api/tools');
    navigate('/tools/mcp');
    toast(t.deleted(name || identifier));
  } catch (error) {
    toast(errorText(error));
  }
}
