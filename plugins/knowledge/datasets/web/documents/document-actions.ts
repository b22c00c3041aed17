import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, confirm, errorText, invalidate } from '#plugins/studio/web/contract.tsx';
import { toast } from '#plugins/ui/web/contract.ts';

export type DocumentAction = 'enable' | 'disable' | 'archive' | 'un_archive' | 'pause' | 'resume' | 'retry';

const undone: Partial<Record<DocumentAction, DocumentAction>> = {
  enable: 'disable',
  disable: 'enable',
  archive: 'un_archive',
  un_archive: 'archive',
};

/** What is shown of a base and its documents is asked for anew. */
export function baseChanged(id: string): void {
  invalidate(['/console/api/datasets/{dataset_id}', { dataset_id: id }]);
}

/** Does something with documents, and offers to undo it where that is possible. */
export function act(base: string, ids: readonly string[], action: DocumentAction): void {
  const t = knowledgeTexts();
  const send = (what: DocumentAction) =>
    call
      .post('/console/api/datasets/{dataset_id}/documents/status', {
        path: { dataset_id: base },
        body: { selected: ids, action: what },
      })
      .finally(() => baseChanged(base));
  const back = undone[action];
  send(action).then(
    () =>
      toast(
        t.done[action](ids.length),
        back === undefined
          ? undefined
          : { label: t.undo, run: () => void send(back).catch((error: unknown) => toast(errorText(error))) },
      ),
    (error: unknown) => toast(errorText(error)),
  );
}

/** Asks, and deletes for good. `leave`: goes away from a page that shows what is gone. */
export async function deleteDocuments(
  base: string,
  documents: readonly { readonly id: string; readonly name: string }[],
  leave?: () => void,
): Promise<boolean> {
  const t = knowledgeTexts();
  const [first] = documents;
  const title =
    documents.length === 1 && first !== undefined ? t.deleteTitle(first.name) : t.deleteMany(documents.length);
  if (!(await confirm({ title, about: t.deleteDocumentsAbout, action: t.delete }))) return false;
  try {
    await call.post('/console/api/datasets/{dataset_id}/documents/delete', {
      path: { dataset_id: base },
      body: { selected: documents.map(({ id }) => id) },
    });
    if (leave === undefined) baseChanged(base);
    else leave();
    return true;
  } catch (error) {
    toast(errorText(error));
    return false;
  }
}

/** The document as it came, as a download. */
export async function download(base: string, id: string): Promise<void> {
  try {
    const { url } = await call.get('/console/api/datasets/{dataset_id}/documents/{document_id}/download', {
      path: { dataset_id: base, document_id: id },
    });
    location.assign(url);
  } catch (error) {
    toast(errorText(error));
  }
}
