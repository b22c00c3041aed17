import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  call,
  confirm,
  DataTable,
  errorText,
  Form,
  invalidate,
  PageFrame,
  QueryBoundary,
  setSearchParams,
  textOf,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, EmptyState, Menu, TextField, toast } from '#plugins/ui/web/contract.ts';
import { CirclePlay, Ellipsis, Pencil, Trash } from '#plugins/ui/web/icons.tsx';
import { TryApi } from './try-api.tsx';

type ExternalApi = Schemas['ExternalKnowledgeApi'];
const route = '/console/api/external-knowledge-apis';

/** Other systems whose knowledge bases may stand for. */
export function Page() {
  const t = knowledgeTexts();
  const [isNew] = useSearchParam('new');
  const [edited] = useSearchParam('edit');
  const [tried] = useSearchParam('try');
  const answer = useApi(route);
  const find = (id: string) => answer.value?.data.find((api) => api.id === id);
  const [changing, trying] = [find(edited), find(tried)];
  const add = () => setSearchParams({ new: 'yes' });
  return (
    <PageFrame
      title={t.externalApis}
      about={t.apisAbout}
      crumbs={[{ label: t.knowledge, href: '/knowledge' }]}
      actions={
        <Button variant="primary" onClick={add}>
          {t.addApi}
        </Button>
      }
    >
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.externalApis}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', label: t.name, cell: ({ name }) => name },
              { key: 'endpoint', label: t.endpoint, cell: ({ endpoint }) => endpoint },
              { key: 'key', label: t.key, cell: ({ api_key: key }) => <code>{key}</code>, isSpare: true },
            ]}
            actions={(api) => <ApiMenu api={api} />}
            empty={
              <EmptyState title={t.noApis} about={t.noApisAbout} action={<Button onClick={add}>{t.addApi}</Button>} />
            }
          />
        )}
      </QueryBoundary>
      {isNew !== '' && <ApiDialog api={null} onClose={() => setSearchParams({ new: '' })} />}
      {changing !== undefined && <ApiDialog api={changing} onClose={() => setSearchParams({ edit: '' })} />}
      {trying !== undefined && <TryApi api={trying} onClose={() => setSearchParams({ try: '' })} />}
    </PageFrame>
  );
}

function ApiMenu({ api }: { readonly api: ExternalApi }) {
  const t = knowledgeTexts();
  return (
    <Menu
      small
      label={t.actionsOf(api.name)}
      items={[
        { label: t.tryApi, icon: <CirclePlay />, onSelect: () => setSearchParams({ try: api.id }) },
        { label: t.edit, icon: <Pencil />, onSelect: () => setSearchParams({ edit: api.id }) },
        {
          label: t.delete,
          icon: <Trash />,
          danger: true,
          onSelect: () => void remove(api).catch((error: unknown) => toast(errorText(error))),
        },
      ]}
    >
      <Ellipsis />
    </Menu>
  );
}

/** Asks, with the bases that stand for its knowledge. */
async function remove({ id, name }: ExternalApi): Promise<void> {
  const t = knowledgeTexts();
  const { used_by: bases } = await call.get(`${route}/{id}`, { path: { id } });
  const about = bases.length === 0 ? t.deleteApiAbout : t.deleteUsedApi(bases.map((base) => base.name).join(', '));
  if (!(await confirm({ title: t.deleteTitle(name), about, action: t.delete }))) return;
  await call.delete(`${route}/{id}`, {
    path: { id },
    query: { confirm: true },
    invalidates: [route, '/console/api/datasets'],
  });
}

function ApiDialog({ api, onClose }: { readonly api: ExternalApi | null; onClose(): void }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  return (
    <Dialog open title={api === null ? t.addApi : t.editApi} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        onSubmit={async (fields) => {
          const key = textOf(fields, 'api_key');
          const body = { name: textOf(fields, 'name'), endpoint: textOf(fields, 'endpoint') };
          if (api === null) await call.post(route, { body: { ...body, api_key: key } });
          else {
            const sent = { ...body, ...(key !== '' && { api_key: key }) };
            await call.patch(`${route}/{id}`, { path: { id: api.id }, body: sent });
          }
          invalidate(route);
          toast(t.saved);
          onClose();
        }}
      >
        <TextField
          label={t.name}
          name="name"
          required
          maxLength={255}
          defaultValue={api?.name ?? ''}
          wrong={sending.fieldError('name')}
        />
        <TextField
          label={t.endpoint}
          hint={t.endpointHint}
          name="endpoint"
          type="url"
          required
          placeholder="https://"
          defaultValue={api?.endpoint ?? ''}
          wrong={sending.fieldError('endpoint')}
        />
        <TextField
          label={t.key}
          hint={api === null ? t.apiKeyHint : t.tokenKept(api.api_key)}
          name="api_key"
          type="password"
          autoComplete="off"
          required={api === null}
          wrong={sending.fieldError('api_key')}
        />
      </Form>
    </Dialog>
  );
}
