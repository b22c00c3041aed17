import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, confirm } from '#plugins/studio/web/contract.tsx';

/**
 * Asks, with the apps that use it, and deletes a base. false: it stays. What shows the base is left then: asked for anew, it would
 * be missed.
 */
export async function deleteBase({ id, name }: { readonly id: string; readonly name: string }): Promise<boolean> {
  const t = knowledgeTexts();
  const path = { dataset_id: id };
  const { data: apps } = await call.get('/console/api/datasets/{dataset_id}/apps', { path });
  const about = apps.length === 0 ? t.deleteBaseAbout : t.deleteUsedBase(apps.map((app) => app.name).join(', '));
  if (!(await confirm({ title: t.deleteTitle(name), about, action: t.delete, typed: name }))) return false;
  await call.delete('/console/api/datasets/{dataset_id}', { path, query: { confirm: true } });
  return true;
}
