import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  changed,
  confirm,
  DataTable,
  Form,
  failureText,
  PageFrame,
  Shown,
  setQuery,
  textOf,
  useAnswer,
  useQuery,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { knowledgeTexts } from '#plugins/studio-knowledge/web/knowledge-texts.ts';
import { Button, Dialog, EmptyState, Menu, TextField, toast } from '#plugins/ui/web/contract.ts';
import { CirclePlay, Ellipsis, Pencil, Trash } from '#plugins/ui/web/icons.tsx';
import { TryApi } from './try-api.tsx';

type ExternalApi = Schemas['ExternalKnowledgeApi'];
const route = '/console/api/external-knowledge-apis';

/** Other systems whose knowledge bases may stand for. */
export function Page() {
  const t = knowledgeTexts();
  const [isNew] = useQuery('new');
  const [edited] = useQuery('edit');
  const [tried] = useQuery('try');
  const answer = useAnswer(route);
  const find = (id: string) => answer.value?.data.find((api) => api.id === id);
  const [changing, trying] = [find(edited), find(tried)];
  const add = () => setQuery({ new: 'yes' });
  return (
    <PageFrame
      title={t.externalApis}
      about={t.apisAbout}
      crumbs={[{ label: t.knowledge, href: '/knowledge' }]}
      actions={
        <Button look="main" onClick={add}>
          {t.addApi}
        </Button>
      }
    >
      <Shown answer={answer}>
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
      </Shown>
      {isNew !== '' && <ApiDialog api={null} onClose={() => setQuery({ new: '' })} />}
      {changing !== undefined && <ApiDialog api={changing} onClose={() => setQuery({ edit: '' })} />}
      {trying !== undefined && <TryApi api={trying} onClose={() => setQuery({ try: '' })} />}
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
        { label: t.tryApi, icon: <CirclePlay />, onSelect: () => setQuery({ try: api.id }) },
        { label: t.edit, icon: <Pencil />, onSelect: () => setQuery({ edit: api.id }) },
        {
          label: t.delete,
          icon: <Trash />,
          danger: true,
          onSelect: () => void remove(api).catch((error: unknown) => toast(failureText(error))),
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
  await call.delete(`${route}/{id}`, { path: { id }, query: { confirm: true } });
  changed(route, '/console/api/datasets');
}

function ApiDialog({ api, onClose }: { readonly api: ExternalApi | null; onClose(): void }) {
  const t = knowledgeTexts();
  const sending = useSending();
  return (
    <Dialog open title={api === null ? t.addApi : t.editApi} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        onSubmit={async (fields) => {
          const key = textOf(fields, 'api_key');
          const body = { name: textOf(fields, 'name'), endpoint: textOf(fields, 'endpoint') };
          const sent = { ...body, ...(key !== '' && { api_key: key }) };
          if (api === null) await call.post(route, { body: sent });
          else await call.patch(`${route}/{id}`, { path: { id: api.id }, body: sent });
          changed(route);
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
          wrong={sending.wrong('name')}
        />
        <TextField
          label={t.endpoint}
          hint={t.endpointHint}
          name="endpoint"
          type="url"
          required
          placeholder="https://"
          defaultValue={api?.endpoint ?? ''}
          wrong={sending.wrong('endpoint')}
        />
        <TextField
          label={t.key}
          hint={api === null ? t.apiKeyHint : t.tokenKept(api.api_key)}
          name="api_key"
          type="password"
          autoComplete="off"
          required={api === null}
          wrong={sending.wrong('api_key')}
        />
      </Form>
    </Dialog>
  );
}
