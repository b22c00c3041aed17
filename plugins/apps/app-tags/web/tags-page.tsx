import { useState } from 'react';
import { tagTexts } from '#plugins/app-tags/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  confirm,
  DataTable,
  errorText,
  Form,
  invalidate,
  number,
  PageFrame,
  Pager,
  QueryBoundary,
  textOf,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, EmptyState, Menu, TextField, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis, Pencil, Plus, Trash } from '#plugins/ui/web/icons.tsx';

type Tag = Schemas['AppTag'];
const LIMIT = 50;

/** Tags of apps: how many have each, new names, and taking them away. */
export function Page() {
  const t = tagTexts();
  const [page, setPage] = useSearchParam('page', '1');
  const answer = useApi('/console/api/tags', { query: { page: Number(page) || 1, limit: LIMIT } });
  const [edited, edit] = useState<Tag | 'new' | null>(null);
  const add = (
    <Button variant="primary" onClick={() => edit('new')}>
      <Plus />
      {t.addTag}
    </Button>
  );
  const isEmpty = answer.value?.total === 0;
  return (
    <PageFrame title={t.tags} about={t.tagsAbout} actions={!isEmpty && add}>
      <QueryBoundary answer={answer}>
        {({ data, total, page: shown, limit }) => (
          <>
            <DataTable
              label={t.tags}
              rows={data}
              rowKey={({ id }) => id}
              href={({ name }) => `/apps?tag=${encodeURIComponent(name)}`}
              empty={<EmptyState title={t.noTags} about={t.noTagsAbout} action={add} />}
              columns={[
                { key: 'name', label: t.tag, cell: ({ name }) => name },
                { key: 'apps', label: t.apps, isNumber: true, cell: ({ apps }) => number(apps) },
              ]}
              actions={(tag) => (
                <Menu
                  small
                  label={t.actionsOf(tag.name)}
                  items={[
                    { label: t.renameTag, icon: <Pencil />, onSelect: () => edit(tag) },
                    { label: t.remove, icon: <Trash />, danger: true, onSelect: () => void remove(tag) },
                  ]}
                >
                  <Ellipsis />
                </Menu>
              )}
            />
            <Pager page={shown} limit={limit} total={total} onPage={(next) => setPage(String(next))} />
          </>
        )}
      </QueryBoundary>
      {edited !== null && <TagDialog tag={edited === 'new' ? null : edited} onClose={() => edit(null)} />}
    </PageFrame>
  );
}

/** What shows tags, or filters by them, is asked for anew. */
const forget = () => invalidate('/console/api/tags', '/console/api/apps');

async function remove({ id, name, apps }: Tag): Promise<void> {
  const t = tagTexts();
  const question = { title: t.deleteTag(name), about: t.deleteTagAbout(apps), action: t.remove };
  if (!(await confirm(question))) return;
  try {
    await call.delete('/console/api/tags/{tag_id}', { path: { tag_id: id } });
    toast(t.deleted(name));
  } catch (error) {
    toast(errorText(error));
  }
  forget();
}

function TagDialog({ tag, onClose }: { readonly tag: Tag | null; onClose(): void }) {
  const t = tagTexts();
  const sending = useSubmit();
  return (
    <Dialog open title={tag === null ? t.addTag : t.renameTag} onClose={onClose}>
      <Form
        sending={sending}
        action={tag === null ? t.create : t.save}
        actions={<Button onClick={onClose}>{t.cancel}</Button>}
        onSubmit={async (fields) => {
          const body = { name: textOf(fields, 'name') };
          if (tag === null) await call.post('/console/api/tags', { body });
          else await call.patch('/console/api/tags/{tag_id}', { path: { tag_id: tag.id }, body });
          forget();
          toast(t.saved);
          onClose();
        }}
      >
        <TextField
          label={t.name}
          name="name"
          required
          maxLength={50}
          defaultValue={tag?.name ?? ''}
          wrong={sending.fieldError('name')}
        />
      </Form>
    </Dialog>
  );
}
