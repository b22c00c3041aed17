import { call, errorText } from '#plugins/studio/web/contract.tsx';
import type { ChosenFile } from './file-drop.tsx';

/** Sends files one after the other, telling of each; those that were refused are left, with the reason. */
export async function sendFiles(
  base: string,
  files: readonly ChosenFile[],
  settings: object,
  tell: (file: File, state: Omit<ChosenFile, 'file'>) => void,
): Promise<number> {
  let refused = 0;
  for (const { file, state } of files) {
    if (state === 'added') continue;
    tell(file, { state: 'sending' });
    const reason = await sendFile(base, file, settings).catch((error: unknown) => errorText(error));
    if (reason !== null) refused += 1;
    tell(file, reason === null ? { state: 'added' } : { state: 'refused', reason });
  }
  return refused;
}

/** null: it was added; else why not. */
async function sendFile(base: string, file: File, settings: object): Promise<string | null> {
  const form = new FormData();
  form.set('data', JSON.stringify(settings));
  form.set('file', file);
  const { refused } = await call.post('/console/api/datasets/{dataset_id}/documents', {
    path: { dataset_id: base },
    body: form,
  });
  return refused[0]?.message ?? null;
}

export async function sendText(base: string, text: { readonly name: string; readonly text: string }, settings: object) {
  await call.post('/console/api/datasets/{dataset_id}/documents/texts', {
    path: { dataset_id: base },
    body: { ...text, ...settings },
  });
}
