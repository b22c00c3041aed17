import type { Api } from '#plugins/ui/web/contract.ts';

/** Gives a file to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function saveText(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);
}

/** Of a route that asks for the visitor's token, which a link can't send. */
export async function saveAnswer(api: Api, path: string, name: string): Promise<void> {
  const answer = await api.open('GET', path);
  saveBlob(await answer.blob(), name);
}

/** Whether it worked: browsers let pages copy on their own origin, after a click. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
