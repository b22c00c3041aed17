import type { StoredFiles } from '#plugins/files/contract.ts';

type Mapping = Readonly<Record<string, unknown>>;

export interface ImagePlace {
  readonly workspaceId: string;
  readonly appId: string;
}

/** Formats that all models which look at pictures read. */
const FORMATS = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Bytes of one picture, and pictures of one answer: what clients put into a conversation whole. Larger ones are linked. */
const MAX_BYTES = 1_048_576;
const MAX_IMAGES = 4;

/** Pictures among the files of an answer, for models to look at; those that can't be read are linked all the same. */
export async function imagesOf(
  files: Pick<StoredFiles, 'find' | 'open'>,
  place: ImagePlace,
  values: readonly Mapping[],
): Promise<readonly Mapping[]> {
  const named = values.filter(({ mime_type: type }) => typeof type === 'string' && FORMATS.includes(type));
  const images = await Promise.all(
    named.slice(0, MAX_IMAGES).map((value) => imageOf(files, place, value).catch(() => null)),
  );
  return images.filter((image) => image !== null);
}

/** The record may have been written by anybody: only its id is believed, within the app. */
async function imageOf(
  files: Pick<StoredFiles, 'find' | 'open'>,
  { workspaceId, appId }: ImagePlace,
  value: Mapping,
): Promise<Mapping | null> {
  const id = value.related_id || value.upload_file_id;
  const file = typeof id === 'string' ? await files.find(workspaceId, id) : null;
  if (file === null || file.appId !== appId || !FORMATS.includes(file.mediaType)) return null;
  if (file.blob.size > MAX_BYTES) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of await files.open(file)) chunks.push(chunk);
  return { type: 'image', data: Buffer.concat(chunks).toString('base64'), mimeType: file.mediaType };
}
