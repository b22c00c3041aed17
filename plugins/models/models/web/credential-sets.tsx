import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  ago,
  Badge,
  call,
  confirm,
  DataTable,
  errorText,
  invalidate,
  QueryBoundary,
  Section,
  useApi,
} from '#plugins/studio/web/contract.tsx';
import { Button, Menu, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis, Pencil, RefreshCw, Star, Trash } from '#plugins/ui/web/icons.tsx';
import { providerRoutes } from './provider-routes.ts';
import { SetForm } from './set-form.tsx';
import { modelsTexts } from './texts/en.ts';

type CredentialSet = Schemas['CredentialSet'];
const one = '/console/api/providers/{provider}/credential-sets/{set_id}';

/** Named sets of a provider's credentials: models name those they are called with, and share calls among them. */
export function CredentialSets({ provider }: { readonly provider: Schemas['ModelProvider'] }) {
  const t = modelsTexts();
  const path = { provider: provider.id };
  const answer = useApi('/console/api/providers/{provider}/credential-sets', { path });
  const [edited, setEdited] = useState<CredentialSet | 'new' | null>(null);
  return (
    <Section title={t.sets} about={t.setsAbout} actions={<Button onClick={() => setEdited('new')}>{t.addSet}</Button>}>
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.sets}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'name',
                label: t.name,
                cell: (set) => (
                  <>
                    {set.name} {set.default && <Badge variant="accent">{t.default}</Badge>}
                    {set.credentials === null && <Badge variant="danger">{t.unreadable}</Badge>}
                  </>
                ),
              },
              {
                key: 'models',
                label: t.usedFor,
                cell: ({ models }) => models.map(({ model }) => model).join(', ') || '–',
              },
              { key: 'when', label: t.changed, cell: (set) => ago(set.updated_at), isSpare: true },
            ]}
            actions={(set) => <Actions provider={provider.id} set={set} onEdit={() => setEdited(set)} />}
            empty={null}
          />
        )}
      </QueryBoundary>
      {edited !== null && (
        <SetForm provider={provider} set={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Section>
  );
}

function Actions({
  provider,
  set,
  onEdit,
}: {
  readonly provider: string;
  readonly set: CredentialSet;
  onEdit(): void;
}) {
  const t = modelsTexts();
  const path = { provider, set_id: set.id };
  const act = (work: () => Promise<string | null>) => {
    work().then(
      (said) => {
        invalidate(...providerRoutes);
        if (said !== null) toast(said);
      },
      (error: unknown) => toast(errorText(error)),
    );
  };
  const test = async () => {
    await call.post('/console/api/providers/{provider}/credential-sets/{set_id}/test', { path, body: {} });
    return t.works;
  };
  const makeDefault = async () => {
    await call.patch(one, { path, body: { default: true } });
    return t.isDefaultNow(set.name);
  };
  const remove = async () => {
    const models = set.models.map(({ model }) => model).join(', ');
    const about = models === '' ? t.removeSetAbout : `${t.removeSetAbout} ${t.setUsedFor(models)}`;
    if (!(await confirm({ title: t.removeSetTitle(set.name), about, action: t.delete }))) return null;
    await call.delete(one, { path, query: { confirm: true } });
    return t.removed(set.name);
  };
  const others = set.default
    ? []
    : [
        { label: t.makeDefault, icon: <Star />, onSelect: () => act(makeDefault) },
        { label: t.delete, icon: <Trash />, danger: true, onSelect: () => act(remove) },
      ];
  return (
    <Menu
      small
      label={t.actionsOf(set.name)}
      items={[
        { label: t.edit, icon: <Pencil />, onSelect: onEdit },
        { label: t.test, icon: <RefreshCw />, onSelect: () => act(test) },
        ...others,
      ]}
    >
      <Ellipsis />
    </Menu>
  );
}
