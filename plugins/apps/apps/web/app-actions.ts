import { call, saveFile } from '#plugins/studio/web/contract.tsx';
import { toast } from '#plugins/ui/web/contract.ts';
import { appsTexts } from './texts/en.ts';

const app = '/console/api/apps/{app_id}';
const of = (id: string) => ({ path: { app_id: id } });

/** Each says what it has done; null: it has said so itself. */
export async function duplicateApp(id: string): Promise<string> {
  const { name } = await call.post(`${app}/duplicate`, { ...of(id), body: {} });
  return appsTexts().duplicated(name);
}

export async function setPaused(id: string, isPaused: boolean): Promise<string> {
  const t = appsTexts();
  await call.patch(app, { ...of(id), body: { status: isPaused ? 'paused' : 'active' } });
  return isPaused ? t.paused : t.resumed;
}

/** It can be brought back for 30 days, so it is not asked before. */
export async function deleteApp({ id, name }: { readonly id: string; readonly name: string }): Promise<null> {
  const t = appsTexts();
  await call.delete(app, of(id));
  toast(t.deleted(name), { label: t.undo, run: () => void restoreApp(id) });
  return null;
}

export async function restoreApp(id: string): Promise<void> {
  await call.post('/console/api/deleted-apps/{app_id}/restore', {
    ...of(id),
    invalidates: ['/console/api/apps', '/console/api/deleted-apps'],
  });
}

/** The document as a file, without secrets. */
export async function exportApp({ id, name }: { readonly id: string; readonly name: string }): Promise<null> {
  const answer = await call.open('GET', `${app}/export`, of(id));
  saveFile(await answer.blob(), `${name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'app'}.yml`);
  return null;
}
