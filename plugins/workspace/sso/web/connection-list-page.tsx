import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ssoTexts } from '#plugins/sso/web/texts/en.ts';
import { Badge, DataTable, PageFrame, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState } from '#plugins/ui/web/contract.ts';
import { Plus } from '#plugins/ui/web/icons.tsx';
import { NewConnection } from './new-connection.tsx';

type Connection = Schemas['SsoConnection'];

/** Identity providers over which people sign in to the workspace. */
export function Page() {
  const t = ssoTexts();
  const answer = useApi('/console/api/sso/connections');
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus />
      {t.addConnection}
    </Button>
  );
  return (
    <PageFrame title={t.sso} about={t.ssoAbout} wide actions={answer.value?.data.length !== 0 && add}>
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable<Connection>
            label={t.connections}
            rows={data}
            rowKey={({ id }) => id}
            href={({ id }) => `/settings/sso/${id}`}
            empty={<EmptyState title={t.noConnections} about={t.noConnectionsAbout} action={add} />}
            columns={[
              { key: 'name', label: t.name, cell: ({ name }) => name },
              { key: 'kind', label: t.kind, isSpare: true, cell: ({ kind }) => t[kind] },
              { key: 'domains', label: t.domains, cell: ({ domains }) => <Domains domains={domains} /> },
              { key: 'state', label: t.state, cell: ({ enabled }) => <OnOff isOn={enabled} /> },
            ]}
          />
        )}
      </QueryBoundary>
      {isAdding && <NewConnection onClose={() => setAdding(false)} />}
    </PageFrame>
  );
}

function Domains({ domains }: { readonly domains: Connection['domains'] }) {
  const t = ssoTexts();
  if (domains.length === 0) return <>–</>;
  return <>{domains.map(({ name, approved }) => (approved ? name : `${name} (${t.notApproved})`)).join(', ')}</>;
}

export function OnOff({ isOn }: { readonly isOn: boolean }) {
  const t = ssoTexts();
  return <Badge variant={isOn ? 'success' : 'plain'}>{isOn ? t.on : t.off}</Badge>;
}
