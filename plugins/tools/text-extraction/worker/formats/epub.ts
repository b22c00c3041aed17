import { Archive, resolveName } from '#plugins/text-extraction/worker/archive.ts';
import { decodeText } from '#plugins/text-extraction/worker/encoding.ts';
import { htmlToMarkdown } from '#plugins/text-extraction/worker/html-to-markdown.ts';
import { Refusal } from '#plugins/text-extraction/worker/refusal.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';
import { attributeOf, walkXml } from '#plugins/text-extraction/worker/xml.ts';

/** The chapters of a book in reading order. */
export const readEpub: Reader = ({ bytes, limits, output }) => {
  const archive = new Archive(bytes, limits);
  const packageName = packageOf(archive);
  for (const name of chaptersOf(archive, packageName)) {
    const chapter = archive.read(name);
    if (chapter === undefined) continue;
    // A title repeats what the chapter shows; the declaration of XML would be shown as text.
    const page = decodeText(chapter)
      .replace(/^\s*<\?xml[^>]*\?>/, '')
      .replace(/<title\b[^>]*>[^<]*<\/title>/gi, '');
    output.block(htmlToMarkdown(page));
  }
};

function packageOf(archive: Archive): string {
  const container = archive.read('META-INF/container.xml');
  let path: string | undefined;
  if (container !== undefined) {
    walkXml(container, 'container.xml', {
      open(name, attributes) {
        if (name === 'rootfile') path ??= attributeOf(attributes, 'full-path');
      },
    });
  }
  if (path === undefined || !archive.has(path)) throw new Refusal('unreadable', 'is damaged: the book has no contents');
  return path;
}

function chaptersOf(archive: Archive, packageName: string): readonly string[] {
  const items = new Map<string, string>();
  const spine: string[] = [];
  walkXml(archive.read(packageName) ?? new Uint8Array(), packageName, {
    open(name, attributes) {
      const href = attributeOf(attributes, 'href');
      if (name === 'item' && href !== undefined) items.set(attributeOf(attributes, 'id') ?? '', href);
      if (name === 'itemref') spine.push(attributeOf(attributes, 'idref') ?? '');
    },
  });
  return spine.flatMap((id) => {
    const href = items.get(id)?.split('#', 1)[0];
    return href === undefined ? [] : [resolveName(packageName, decodedName(href))];
  });
}

function decodedName(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
