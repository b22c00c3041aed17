/** Has the browser save something as a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves an answer under the name the server gives it (`Content-Disposition`), else under `name`. */
export async function saveAnswer(answer: Response, name: string): Promise<void> {
  const given = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await answer.blob(), given ?? name);
}
