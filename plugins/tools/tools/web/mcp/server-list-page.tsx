import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ago, Badge, can, DataTable, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { ToolsFrame } from '#plugins/tools/web/tools-frame.tsx';
import { Button, Dialog, EmptyState, navigate } from '#plugins/ui/web/contract.ts';
import { ServerForm } from './server-form.tsx';

/** MCP servers of the workspace. */
export function Page() {
  const t = toolsTexts();
  const [isAdding, setAdding] = useState(false);
  const answer = useApi('/console/api/mcp-servers');
  const add = can('plugins.install') && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {t.addServer}
    </Button>
  );
  return (
    <ToolsFrame current="/tools/mcp" about={t.mcpAbout} actions={add}>
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.mcpServers}
            rows={data}
            rowKey={({ id }) => id}
            href={({ id }) => `/tools/mcp/${id}`}
            columns={[
              { key: 'name', label: t.name, cell: ({ name, identifier }) => name || identifier },
              { key: 'state', label: t.state, cell: (server) => <ServerState server={server} /> },
              { key: 'address', label: t.address, cell: ({ address }) => address, isSpare: true },
              {
                key: 'when',
                label: t.refreshed,
                cell: ({ refreshed_at: at }) => (at === null ? '–' : ago(at)),
                isSpare: true,
              },
            ]}
            empty={<EmptyState title={t.noServers} about={t.noServersAbout} action={add} />}
          />
        )}
      </QueryBoundary>
      {isAdding && (
        <Dialog open title={t.addServer} onClose={() => setAdding(false)}>
          <ServerForm
            server={null}
            onDone={({ id }) => navigate(`/tools/mcp/${id}`)}
            onClose={() => setAdding(false)}
          />
        </Dialog>
      )}
    </ToolsFrame>
  );
}

/** Whether its tools can be called. */
export function ServerState({ server }: { readonly server: Pick<Schemas['McpServer'], 'state' | 'last_error'> }) {
  const t = toolsTexts();
  if (server.state === 'changes_wait') return <Badge variant="warning">{t.changesWait}</Badge>;
  if (server.state === 'no_tools')
    return <Badge variant={server.last_error === null ? 'plain' : 'danger'}>{t.noTools}</Badge>;
  return <Badge variant="success">{t.ready}</Badge>;
}
