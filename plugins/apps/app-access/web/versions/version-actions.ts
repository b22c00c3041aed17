import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { changing } from '#plugins/app-access/web/use-app-change.ts';
import { call, confirm, saveAnswer, studioTexts } from '#plugins/studio/web/contract.tsx';
import { toast } from '#plugins/ui/web/contract.ts';
import { versionsTexts } from './texts/en.ts';

const app = '/console/api/apps/{app_id}';

interface VersionPlace {
  readonly appId: string;
  readonly versionId: string;
}

/**
 * Makes a version the draft again. The draft before is kept here as long as it can be undone, but for secrets, which no page sees: where
 * those would be lost, it is asked first.
 */
export async function restoreVersion({ appId, versionId }: VersionPlace): Promise<void> {
  const path = { app_id: appId };
  const [t, query] = [versionsTexts(), { from: versionId, to: 'draft' }];
  const { data } = await call.get(`${app}/changes`, { path, query });
  const losesSecrets = data.some(
    ({ part, change, fields }) =>
      part === 'environment-variable' && (change === 'added' || fields.some(({ is_secret: isSecret }) => isSecret)),
  );
  const question = { title: t.restoreTitle, about: t.restoreAbout, action: accessTexts().restore };
  if (losesSecrets && !(await confirm(question))) return;
  const { yaml } = await call.get(`${app}/draft`, { path });
  await call.post(`${app}/versions/{version_id}/restore`, { path: { ...path, version_id: versionId } });
  const { hash } = await call.get(`${app}/draft`, { path });
  // Who changed the draft since is not overwritten: their draft has another hash.
  const undo = () =>
    changing(appId, () => call.put(`${app}/draft`, { path, body: { yaml, hash, confirm: true } })).then(
      () => toast(accessTexts().restoreUndone),
      (error: unknown) => toast(error instanceof Error ? error.message : studioTexts().failed),
    );
  toast(accessTexts().restored, { label: studioTexts().undo, run: () => void undo() });
}

/** The version as a file, without secrets. */
export async function exportVersion({ appId, versionId }: VersionPlace, name: string): Promise<void> {
  const path = { app_id: appId, version_id: versionId };
  const answer = await call.open('GET', `${app}/versions/{version_id}/export`, { path });
  await saveAnswer(answer, `${name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'app'}.yml`);
}
