import type { ExportedFile } from './contract.ts';

/** A zip archive of files, made as fast as it is read: no file is ever whole in memory. */
export async function* archive(files: AsyncIterable<ExportedFile>): AsyncIterable<Uint8Array> {
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
  for await (const { path, content } of files) {
    const file = new ZipDeflate(path, { level: 6 });
    zip.add(file);
    for await (const text of content) {
      file.push(Buffer.from(text));
      yield* taken();
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
