import type { DatasetDocument } from '#plugins/dataset-documents/contract.ts';

type ArchivedDocument = Pick<DatasetDocument, 'name' | 'file'>;

/** A zip archive of documents, made as fast as it is read: no document is ever whole in memory. */
export async function* zipOf<D extends ArchivedDocument>(
  documents: readonly D[],
  contentOf: (document: D) => Promise<AsyncIterable<Uint8Array>>,
): AsyncIterable<Uint8Array> {
  const { Zip, ZipDeflate } = await import('fflate');
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    ready.push(chunk);
  });
  const taken = () => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  for (const [index, path] of pathsOf(documents).entries()) {
    const document = documents[index];
    if (document === undefined) continue;
    const entry = new ZipDeflate(path, { level: 6 });
    zip.add(entry);
    for await (const chunk of await contentOf(document)) {
      entry.push(Uint8Array.from(chunk));
      yield* taken();
    }
    entry.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** Names are labels that people gave: in an archive they lead nowhere, and each is there once. */
export function pathsOf(documents: readonly ArchivedDocument[]): readonly string[] {
  const used = new Set<string>();
  return documents.map((document) => {
    const { stem, ending } = nameParts(document);
    let path = stem + ending;
    for (let count = 2; used.has(path.toLowerCase()); count += 1) path = `${stem} (${count})${ending}`;
    used.add(path.toLowerCase());
    return path;
  });
}

function nameParts({ name, file: { extension } }: ArchivedDocument): {
  readonly stem: string;
  readonly ending: string;
} {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const clean = name.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\\/:*?"<>|]/g, '_');
  const label = clean.replace(/^[.\s]+|[.\s]+$/g, '') || 'document';
  const ending = extension === '' ? '' : `.${extension}`;
  const isNamed = ending !== '' && label.toLowerCase().endsWith(ending) && label.length > ending.length;
  return { stem: isNamed ? label.slice(0, -ending.length) : label, ending };
}
