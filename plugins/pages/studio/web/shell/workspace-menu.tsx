import { Link } from '#plugins/studio/web/parts/link.tsx';
import { errorText } from '#plugins/studio/web/parts/query-boundary.tsx';
import { call } from '#plugins/studio/web/session/console-api.ts';
import { goToWorkspace } from '#plugins/studio/web/session/go-to-workspace.ts';
import { studioSession } from '#plugins/studio/web/session/studio-session.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Menu, navigate, toast } from '#plugins/ui/web/contract.ts';
import { ChevronDown, Past, Plus } from '#plugins/ui/web/icons.tsx';
import styles from './workspace-menu.module.css';

/** The workspace one is in, and the way to others. */
export function WorkspaceMenu() {
  const t = studioTexts();
  const { workspace, workspaces } = studioSession();
  const go = (id: string) => goToWorkspace(id, '/apps');
  async function restore(id: string): Promise<void> {
    try {
      await call.post('/console/api/workspaces/{workspace_id}/restore', { path: { workspace_id: id } });
      await go(id);
    } catch (error) {
      toast(errorText(error));
    }
  }
  return (
    <div className={styles.workspace}>
      <Link className={styles.name} href="/apps" dir="auto">
        {workspace.name}
      </Link>
      <Menu
        small
        label={t.workspaces}
        items={[
          ...workspaces
            .filter(({ is_deleted: isDeleted }) => !isDeleted)
            .map(({ id, name }) => ({
              label: name,
              checked: id === workspace.id,
              onSelect: () => void (id !== workspace.id && go(id)),
            })),
          ...workspaces
            .filter(({ is_deleted: isDeleted, role }) => isDeleted && role === 'owner')
            .map(({ id, name }) => ({
              label: t.restoreWorkspace(name),
              icon: <Past />,
              onSelect: () => void restore(id),
            })),
          { label: t.newWorkspace, icon: <Plus />, onSelect: () => navigate('/workspaces/new') },
        ]}
      >
        <ChevronDown />
      </Menu>
    </div>
  );
}
