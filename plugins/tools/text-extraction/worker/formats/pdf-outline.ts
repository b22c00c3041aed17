import type { getDocumentProxy } from 'unpdf';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type OutlineItem = Awaited<ReturnType<PdfDocument['getOutline']>>[number];

/** Entries of an outline that are read: those of a thick book. */
const MAX_ENTRIES = 5_000;
/** Of one page. */
const MAX_TITLES = 100;

/** Titles of a document's outline, by the number of the page they lead to; none where the outline is damaged. */
export async function readOutline(document: PdfDocument): Promise<ReadonlyMap<number, readonly string[]>> {
  const titles = new Map<number, string[]>();
  try {
    const open: OutlineItem[] = [...((await document.getOutline()) ?? [])].reverse();
    for (let count = 0; count < MAX_ENTRIES; count += 1) {
      const item = open.pop();
      if (item === undefined) break;
      for (const child of [...item.items].reverse()) open.push(child);
      const page = await pageOf(document, item.dest);
      if (page === undefined || item.title.trim() === '') continue;
      const known = titles.get(page);
      if (known === undefined) titles.set(page, [item.title]);
      else if (known.length < MAX_TITLES) known.push(item.title);
    }
  } catch {
    // Its text can be read all the same.
  }
  return titles;
}

async function pageOf(document: PdfDocument, target: OutlineItem['dest']): Promise<number | undefined> {
  const [page] = (typeof target === 'string' ? await document.getDestination(target) : target) ?? [];
  if (Number.isInteger(page)) return page + 1;
  return typeof page === 'object' && page !== null ? (await document.getPageIndex(page)) + 1 : undefined;
}

/**
 * Where titles stand in the text of their page, in order. One that is not found, as its characters are drawn otherwise, counts
 * from the top of the page, unless another does.
 */
export function titlesIn(
  text: string,
  titles: readonly string[],
): readonly { readonly title: string; readonly at: number }[] {
  const skipped = text.length - text.replace(/^\s*\n/, '').length;
  const found: { title: string; at: number }[] = [];
  let from = 0;
  for (const title of titles) {
    const at = text.indexOf(title.trim(), from);
    if (at < 0 && found.length > 0) continue;
    found.push({ title, at: Math.max(0, at - skipped) });
    from = Math.max(from, at);
  }
  return found;
}
