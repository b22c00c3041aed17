import { fileURLToPath } from 'node:url';
import { getDocumentProxy } from 'unpdf';
import { Refusal } from '#plugins/text-extraction/worker/refusal.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';
import { readOutline, titlesIn } from './pdf-outline.ts';

/** Adobe's maps of the character codes that Chinese, Japanese and Korean fonts are addressed with. */
const characterMaps = fileURLToPath(new URL('../character-maps/', import.meta.url));

/** The text of each page in its order; pages are apart by an empty line. */
export const readPdf: Reader = async ({ bytes, output, isMarked }) => {
  const document = await open(bytes);
  const outline = isMarked ? await readOutline(document) : new Map<number, readonly string[]>();
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    let text = '';
    for (const item of items) {
      if (!('str' in item)) continue;
      text += item.hasEOL ? `${item.str}\n` : item.str;
      if (text.length > output.limit) output.add(text);
    }
    output.mark({ page: number });
    // A block is apart from what came before.
    const start = output.length === 0 ? 0 : output.length + 1;
    output.block(text);
    for (const { title, at } of titlesIn(text, outline.get(number) ?? [])) {
      output.mark({ heading: title }, start + at);
    }
    page.cleanup();
  }
};

async function open(bytes: Uint8Array): ReturnType<typeof getDocumentProxy> {
  try {
    // A copy of its own: the reader takes the bytes it is given for itself.
    return await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      cMapUrl: characterMaps,
      cMapPacked: true,
      maxImageSize: 1,
      verbosity: 0,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new Refusal('unreadable', 'is protected with a password; remove it first');
    }
    throw new Refusal('unreadable', 'is damaged: it can not be read as a PDF');
  }
}
