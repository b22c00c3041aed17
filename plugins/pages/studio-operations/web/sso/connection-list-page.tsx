import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, DataTable, PageFrame, Shown, useAnswer } from '#plugins/studio/web/contract.tsx';
import { operationsTexts } from '#plugins/studio-operations/web/operations-texts.ts';
import { Button, EmptyState } from '#plugins/ui/web/contract.ts';
import { Plus } from '#plugins/ui/web/icons.tsx';
import { NewConnection } from './new-connection.tsx';

type Connection = Schemas['SsoConnection'];

/** Identity providers over which people sign in to the workspace. */
export function Page() {
  const t = operationsTexts();
  const answer = useAnswer('/console/api/sso/connections');
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus />
      {t.addConnection}
    </Button>
  );
  return (
    <PageFrame title={t.sso} about={t.ssoAbout} wide actions={answer.value?.data.length !== 0 && add}>
      <Shown answer={answer}>
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
      </Shown>
      {isAdding && <NewConnection onClose={() => setAdding(false)} />}
    </PageFrame>
  );
}

function Domains({ domains }: { readonly domains: Connection['domains'] }) {
  const t = operationsTexts();
  if (domains.length === 0) return <>–</>;
  return <>{domains.map(({ name, approved }) => (approved ? name : `${name} (${t.notApproved})`)).join(', ')}</>;
}

export function OnOff({ isOn }: { readonly isOn: boolean }) {
  const t = operationsTexts();
  return <Badge look={isOn ? 'ok' : 'plain'}>{isOn ? t.on : t.off}</Badge>;
}
