import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  can,
  confirm,
  DataTable,
  errorText,
  Link,
  QueryBoundary,
  useApi,
} from '#plugins/studio/web/contract.tsx';
import { wouldFail } from '#plugins/tools/web/apps-of.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { ToolsFrame } from '#plugins/tools/web/tools-frame.tsx';
import { Button, EmptyState, Menu, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis, Pencil, Trash } from '#plugins/ui/web/icons.tsx';
import { WorkflowForm } from './workflow-form.tsx';

type Tool = Schemas['ListedWorkflowTool'];
const one = '/console/api/apps/{app_id}/workflow-tool';

/** Workflows that nodes and agents of other apps call. */
export function Page() {
  const t = toolsTexts();
  const [open, setOpen] = useState<Tool | 'new' | null>(null);
  const answer = useApi('/console/api/workflow-tools');
  const add = can('apps.edit') && (
    <Button variant="primary" onClick={() => setOpen('new')}>
      {t.publishWorkflow}
    </Button>
  );
  return (
    <ToolsFrame current="/tools/workflows" about={t.workflowsAbout} actions={add}>
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.workflows}
            rows={data}
            rowKey={({ id }) => id}
            href={({ id }) => `/tools/workflow/${id}`}
            columns={[
              { key: 'label', label: t.name, cell: ({ label }) => label },
              {
                key: 'app',
                label: t.workflow,
                cell: ({ app }) => (
                  <Link href={`/app/${app.id}/build`} dir="auto">
                    {app.name}
                  </Link>
                ),
              },
              { key: 'name', label: t.calledAs, cell: ({ name }) => name, isSpare: true },
            ]}
            actions={(tool) => (
              <Menu
                small
                label={t.actionsOf(tool.label)}
                items={[
                  { label: t.edit, icon: <Pencil />, onSelect: () => setOpen(tool) },
                  { label: t.noToolAnyMore, icon: <Trash />, danger: true, onSelect: () => void remove(tool) },
                ]}
              >
                <Ellipsis />
              </Menu>
            )}
            empty={<EmptyState title={t.noWorkflows} about={t.noWorkflowsAbout} action={add} />}
          />
        )}
      </QueryBoundary>
      {open !== null && <WorkflowForm app={open === 'new' ? null : open.app} onClose={() => setOpen(null)} />}
    </ToolsFrame>
  );
}

async function remove({ label, app }: Tool): Promise<void> {
  const t = toolsTexts();
  const path = { app_id: app.id };
  try {
    const { used_by: users } = await call.get(one, { path });
    const about = wouldFail(users, t.noToolAbout);
    if (!(await confirm({ title: t.noToolTitle(label), about, action: t.noToolAnyMore }))) return;
    await call.delete(one, {
      path,
      query: { confirm: true },
      invalidates: ['/console/api/workflow-tools', '/console/api/tools'],
    });
    toast(t.noToolNow(label));
  } catch (error) {
    toast(errorText(error));
  }
}
