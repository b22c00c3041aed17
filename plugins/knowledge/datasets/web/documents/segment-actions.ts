import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, confirm, errorText } from '#plugins/studio/web/contract.tsx';
import { toast } from '#plugins/ui/web/contract.ts';
import { baseChanged } from './document-actions.ts';

/** The document that segments are of. */
export interface Place {
  readonly base: string;
  readonly document: string;
}

export const segmentsRoute = '/console/api/datasets/{dataset_id}/documents/{document_id}/segments';
export const pathOf = ({ base, document }: Place) => ({ dataset_id: base, document_id: document });

/** Switches segments, and offers to undo it. */
export function setSegments(place: Place, ids: readonly string[], action: 'enable' | 'disable'): void {
  const t = knowledgeTexts();
  const send = (what: 'enable' | 'disable') =>
    call
      .post(`${segmentsRoute}/status`, { path: pathOf(place), body: { selected: ids, action: what } })
      .finally(() => baseChanged(place.base));
  const tell = (error: unknown) => toast(errorText(error));
  send(action).then(
    () =>
      toast(t.segmentsDone[action](ids.length), {
        label: t.undo,
        run: () => void send(action === 'enable' ? 'disable' : 'enable').catch(tell),
      }),
    tell,
  );
}

/** Asks, and deletes for good. */
export async function deleteSegments(place: Place, ids: readonly string[]): Promise<boolean> {
  const t = knowledgeTexts();
  const title = t.deleteSegments(ids.length);
  if (!(await confirm({ title, about: t.deleteSegmentsAbout, action: t.delete }))) return false;
  try {
    await call.post(`${segmentsRoute}/delete`, { path: pathOf(place), body: { selected: ids } });
    baseChanged(place.base);
    return true;
  } catch (error) {
    toast(errorText(error));
    return false;
  }
}
