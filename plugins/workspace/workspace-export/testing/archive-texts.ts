import { strFromU8, unzipSync } from 'fflate';

/** Texts of the files in an archive, by their paths. */
export function archiveTexts(archive: ArrayBuffer): Map<string, string> {
  const files = Object.entries(unzipSync(new Uint8Array(archive)));
  return new Map(files.map(([path, bytes]) => [path, strFromU8(bytes)]));
}
