import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  CursorPager,
  DataTable,
  dateTime,
  nextOf,
  QueryBoundary,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { useOperator } from './operator.ts';
import { OperatorFrame } from './operator-frame.tsx';
import { installationTexts } from './texts/en.ts';

const LIMIT = 50;

/** All workspaces, oldest first. */
export function Page() {
  const t = installationTexts();
  return (
    <OperatorFrame title={t.workspaces} about={t.workspacesAbout}>
      <Workspaces />
    </OperatorFrame>
  );
}

function Workspaces() {
  const t = installationTexts();
  const [after] = useSearchParam('after');
  const query = { limit: LIMIT, ...(after !== '' && { after }) };
  const answer = useOperator('/console/api/installation/workspaces', { query });
  return (
    <QueryBoundary answer={answer}>
      {(page) => (
        <>
          <DataTable
            label={t.workspaces}
            rows={page.data}
            rowKey={({ id }) => id}
            href={({ id }) => `/installation/workspaces/${id}`}
            empty={<p>{t.noWorkspaces}</p>}
            columns={[
              { key: 'name', label: t.name, cell: ({ name }) => name },
              { key: 'plan', label: t.plan, cell: ({ plan }) => plan },
              { key: 'made', label: t.made, isSpare: true, cell: ({ created_at: at }) => dateTime(at) },
              { key: 'state', label: t.state, cell: (workspace) => <OpenState workspace={workspace} /> },
            ]}
          />
          <CursorPager name="after" next={nextOf(page)} />
        </>
      )}
    </QueryBoundary>
  );
}

/** Whether it is open, else until when it can be. */
export function OpenState({ workspace: { purge_at: at } }: { readonly workspace: Schemas['InstalledWorkspace'] }) {
  const t = installationTexts();
  return at === null ? (
    <Badge variant="success">{t.isOpen}</Badge>
  ) : (
    <Badge variant="danger">{t.closedUntil(dateTime(at))}</Badge>
  );
}
