import type { MultipartBody, SchemaValue } from '#http';
import { compileSchema, PlatformError } from '#kernel';
import type { NamedContent } from '#plugins/text-extraction/contract.ts';
import { invalid } from './hand-errors.ts';
import { previewSettings } from './route-docs.ts';

/** Bytes of a file or a text: what is kept of documents by default, too. */
export const PREVIEW_BYTES = 15 * 1_048_576;

export type PreviewSettings = SchemaValue<typeof previewSettings>;

export interface PreviewForm {
  readonly content: NamedContent;
  readonly settings: PreviewSettings;
}

/** A file or a text, and the settings in `data`. Throws `dataset-indexing.invalid_param`, which names the field. */
export async function readPreview(form: MultipartBody): Promise<PreviewForm> {
  let file: NamedContent | undefined;
  const fields = await form.read(async ({ name, filename, mediaType, content }) => {
    if (name !== 'file') throw invalid('file', 'is what a file is sent as');
    if (file !== undefined) throw invalid('file', 'must be one');
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of content) {
      size += piece.length;
      if (size > PREVIEW_BYTES) throw invalid('file', `may have ${PREVIEW_BYTES / 1_048_576} MB`);
      pieces.push(piece);
    }
    file = { name: filename, mediaType, bytes: Buffer.concat(pieces) };
  });
  const text = fields.get('text');
  if (file !== undefined && text !== undefined) throw invalid('text', 'is in place of a file, not beside one');
  const content = file ?? (text === undefined ? undefined : asText(text));
  if (content === undefined) throw invalid('file', 'or text must be there');
  return { content, settings: readSettings(fields.get('data')) };
}

function asText(text: string): NamedContent {
  return { name: 'text.txt', mediaType: 'text/plain', charset: 'utf-8', bytes: Buffer.from(text) };
}

let validate: ReturnType<typeof compileSchema<PreviewSettings>> | undefined;

function readSettings(text: string | undefined): PreviewSettings {
  validate ??= compileSchema<PreviewSettings>(previewSettings);
  const result = validate(parsed(text));
  if (result.ok) return result.value;
  const [error] = result.errors;
  throw invalid(error?.path ? `data.${error.path}` : 'data', error?.message ?? 'is not valid');
}

function parsed(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PlatformError('invalid', 'dataset-indexing.invalid_param', 'data is no JSON.', { field: 'data', cause });
  }
}
