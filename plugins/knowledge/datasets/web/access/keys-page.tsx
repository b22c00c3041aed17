import { useState } from 'react';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  ago,
  CopyField,
  call,
  can,
  confirm,
  DataTable,
  errorText,
  Form,
  invalidate,
  PageFrame,
  QueryBoundary,
  Section,
  setSearchParams,
  textOf,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, EmptyState, Notice, TextField, toast } from '#plugins/ui/web/contract.ts';

const route = '/console/api/dataset-keys';

/** Keys by which programs reach the bases whose API is on. */
export function Page() {
  const t = knowledgeTexts();
  const [isNew] = useSearchParam('new');
  const answer = useApi(route);
  const mayMake = can('workspace.manage');
  const newButton = (
    <Button variant="primary" onClick={() => setSearchParams({ new: 'yes' })}>
      {t.newKey}
    </Button>
  );

  async function revoke({ id, name }: { readonly id: string; readonly name: string }): Promise<void> {
    if (!(await confirm({ title: t.revokeTitle(name), about: t.revokeAbout, action: t.revoke }))) return;
    await call.delete(`${route}/{key_id}`, { path: { key_id: id } }).catch((error: unknown) => toast(errorText(error)));
    invalidate(route);
  }

  return (
    <PageFrame
      title={t.keys}
      about={t.keysAbout}
      crumbs={[{ label: t.knowledge, href: '/knowledge' }]}
      {...(mayMake && { actions: newButton })}
    >
      {!mayMake && <Notice>{t.ownerMakesKeys}</Notice>}
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.keys}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', label: t.name, cell: ({ name }) => name },
              { key: 'key', label: t.key, cell: ({ masked }) => <code>{masked}</code> },
              { key: 'made', label: t.made, cell: ({ created_at: at }) => ago(at), isSpare: true },
              { key: 'used', label: t.lastUsed, cell: ({ last_used_at: at }) => (at === null ? '–' : ago(at)) },
            ]}
            actions={(key) => (
              <Button small variant="danger" onClick={() => void revoke(key)}>
                {t.revoke}
                <span className="said"> {key.name}</span>
              </Button>
            )}
            empty={<EmptyState title={t.noKeys} {...(mayMake && { about: t.noKeysAbout })} />}
          />
        )}
      </QueryBoundary>
      <Examples />
      {isNew !== '' && mayMake && <NewKey onClose={() => setSearchParams({ new: '' })} />}
    </PageFrame>
  );
}

/** The secret is shown in this dialog, and never again. */
function NewKey({ onClose }: { onClose(): void }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) {
    return (
      <Dialog
        open
        title={t.keyMade}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={onClose}>
            {t.close}
          </Button>
        }
      >
        <Notice variant="warning">{t.keyOnce}</Notice>
        <CopyField label={t.key} value={secret} />
      </Dialog>
    );
  }
  return (
    <Dialog open title={t.newKey} onClose={onClose}>
      <Form
        sending={sending}
        action={t.create}
        onSubmit={async (fields) => {
          const made = await call.post(route, { body: { name: textOf(fields, 'name') } });
          setSecret(made.api_key);
          invalidate(route);
        }}
      >
        <TextField
          label={t.name}
          hint={t.keyNameHint}
          name="name"
          required
          maxLength={100}
          autoFocus
          wrong={sending.fieldError('name')}
        />
      </Form>
    </Dialog>
  );
}

/** Calls to begin with, for a terminal. */
function Examples() {
  const t = knowledgeTexts();
  const base = `${location.origin}/v1`;
  const head = `\\\n  -H 'Authorization: Bearer dataset-…'`;
  const json = `\\\n  -H 'Content-Type: application/json'`;
  return (
    <Section
      title={t.examples}
      about={
        <>
          {t.examplesAbout} <a href="/docs/api">{t.allRoutes}</a>
        </>
      }
    >
      <CopyField label={t.listBases} value={`curl ${base}/datasets ${head}`} />
      <CopyField
        label={t.addText}
        value={`curl ${base}/datasets/DATASET_ID/document/create-by-text ${head} ${json} \\\n  -d '{"name": "care.txt", "text": "Ferns want water.", "process_rule": {"mode": "automatic"}}'`}
      />
      <CopyField
        label={t.ask}
        value={`curl ${base}/datasets/DATASET_ID/retrieve ${head} ${json} \\\n  -d '{"query": "What do ferns want?"}'`}
      />
    </Section>
  );
}
