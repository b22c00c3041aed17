import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  can,
  changed,
  confirm,
  Failure,
  failureText,
  PageFrame,
  Shown,
  useAnswer,
  useQuery,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { AppsOf, wouldFail } from '#plugins/studio-tools/web/apps-of.tsx';
import { NoTool } from '#plugins/studio-tools/web/no-tool.tsx';
import styles from '#plugins/studio-tools/web/tools.module.css';
import { toolsTexts } from '#plugins/studio-tools/web/tools-texts.ts';
import { Button, Notice, navigate, toast } from '#plugins/ui/web/contract.ts';
import { McpAuthorization } from './authorization.tsx';
import { McpChanges } from './changes.tsx';
import { ServerForm } from './server-form.tsx';
import { McpTools } from './server-tools.tsx';

type Server = Schemas['McpServerDetail'];
const one = '/console/api/mcp-servers/{id}';
const TABS = ['tools', 'settings', 'apps'] as const;

/** An MCP server, by its id or by the identifier that documents name. */
export function McpServerPage({ id }: { readonly id: string }) {
  const list = useAnswer('/console/api/mcp-servers');
  return (
    <Shown answer={list}>
      {({ data }) => {
        const found = data.find((server) => server.id === id || server.identifier === id);
        return found === undefined ? <NoTool /> : <Loaded id={found.id} />;
      }}
    </Shown>
  );
}

function Loaded({ id }: { readonly id: string }) {
  const answer = useAnswer(one, { path: { id } });
  return <Shown answer={answer}>{(server) => <Server server={server} />}</Shown>;
}

function Server({ server }: { readonly server: Server }) {
  const t = toolsTexts();
  const refreshing = useSending();
  const [asked] = useQuery('tab', 'tools');
  const tab = TABS.find((name) => name === asked) ?? 'tools';
  const names = { tools: t.tools, settings: t.settings, apps: t.usedBy };
  const mayChange = can('plugins.install');
  const path = { id: server.id };
  const refresh = async () => {
    try {
      const { state } = await call.post(`${one}/refresh`, { path });
      toast(state === 'changes_wait' ? t.changesFound : t.nothingChanged);
    } finally {
      changed('/console/api/mcp-servers', '/console/api/tools');
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
            <Button look="danger" onClick={() => void remove(server)}>
              {t.delete}
            </Button>
            <Button busy={refreshing.isBusy} onClick={() => void refreshing.run(refresh)}>
              {t.refresh}
            </Button>
          </>
        )
      }
    >
      {refreshing.error !== undefined && <Failure error={refreshing.error} />}
      {refreshing.error === undefined && server.last_error !== null && <Notice look="bad">{server.last_error}</Notice>}
      {server.auth === 'oauth' && <McpAuthorization server={server} />}
      {tab === 'tools' && server.state === 'changes_wait' && <McpChanges server={server} />}
      {tab === 'tools' && <McpTools server={server} />}
      {tab === 'settings' && mayChange && (
        <div className={styles.panel}>
          <ServerForm key={JSON.stringify(server.headers)} server={server} onDone={() => undefined} />
        </div>
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
    changed('/console/api/tools');
    navigate('/tools/mcp');
    toast(t.deleted(name || identifier));
  } catch (error) {
    toast(failureText(error));
  }
}
