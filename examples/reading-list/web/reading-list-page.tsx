import { useState } from 'react';
import {
  appSource,
  call,
  DataTable,
  Form,
  invalidate,
  Link,
  PageFrame,
  Picker,
  QueryBoundary,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { EmptyState, TextField, toast } from '#plugins/ui/web/contract.ts';
import type {} from './routes.ts';
import { texts } from './texts/en.json';

const path = '/console/api/reading-list';

/** A list, a form and a picker. */
export function Page() {
  const t = texts();
  const answer = useApi(path);
  const sending = useSubmit();
  const [app, setApp] = useState('');
  async function add(fields: FormData) {
    await call.post(path, { body: { title: textOf(fields, 'title'), app_id: app } });
    // The list is asked for anew.
    invalidate(path);
    setApp('');
    toast(t.added);
  }
  return (
    <PageFrame title={t.title}>
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.count({ count: data.length })}
            rows={data}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t.empty} />}
            columns={[
              { key: 'title', label: t.columns.title, cell: ({ title }) => title },
              { key: 'app', label: t.columns.app, cell: ({ app_id }) => <AppName id={app_id} /> },
            ]}
          />
        )}
      </QueryBoundary>
      <Form sending={sending} action={t.add} emptiesAfter onSubmit={add}>
        <TextField label={t.columns.title} name="title" required />
        <Picker label={t.columns.app} required source={appSource()} value={app} onChange={setApp} />
      </Form>
    </PageFrame>
  );
}

/** It leads to the app. Answers are kept: rows of one app ask once. */
function AppName({ id }: { readonly id: string }) {
  const { value } = useApi('/console/api/apps/{app_id}', { path: { app_id: id } });
  return <Link href={`/app/${id}/build`}>{value?.name ?? '…'}</Link>;
}
