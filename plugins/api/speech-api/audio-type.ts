import type { FilePart } from '#http';
import { PlatformError } from '#kernel';
import { sniffed } from '#plugins/files/contract.ts';

/** What a recording is. */
export interface AudioType {
  readonly mediaType: string;
  /** Of file names; the first one is given to a name that has another. */
  readonly extensions: readonly string[];
}

const mp3 = { mediaType: 'audio/mpeg', extensions: ['mp3', 'mpga', 'mpeg'] };
const m4a = { mediaType: 'audio/m4a', extensions: ['m4a', 'mp4'] };
const wav = { mediaType: 'audio/wav', extensions: ['wav'] };
const amr = { mediaType: 'audio/amr', extensions: ['amr'] };
const mp4 = { mediaType: 'audio/mp4', extensions: ['mp4', 'm4a'] };
const webm = { mediaType: 'audio/webm', extensions: ['webm'] };
const ogg = { mediaType: 'audio/ogg', extensions: ['ogg', 'oga'] };
const flac = { mediaType: 'audio/flac', extensions: ['flac'] };
const aac = { mediaType: 'audio/aac', extensions: ['aac'] };

/** By the media type of the content. Containers of films hold sound alone too: browsers and phones record so. */
const byContent: Readonly<Record<string, AudioType>> = {
  'audio/mpeg': mp3,
  'audio/x-m4a': m4a,
  'audio/wav': wav,
  'audio/amr': amr,
  'audio/mp4': mp4,
  'video/mp4': mp4,
  'video/quicktime': mp4,
  'video/3gpp': mp4,
  'video/webm': webm,
  'video/matroska': webm,
  'audio/ogg': ogg,
  'audio/opus': ogg,
  'video/ogg': ogg,
  'application/ogg': ogg,
  'audio/flac': flac,
  'audio/aac': aac,
};

/** By what a sender calls content that tells nothing of itself (runtime API, audio). */
const byName: Readonly<Record<string, AudioType>> = {
  'audio/mp3': mp3,
  'audio/mpeg': mp3,
  'audio/mpga': mp3,
  'audio/m4a': m4a,
  'audio/x-m4a': m4a,
  'audio/wav': wav,
  'audio/x-wav': wav,
  'audio/amr': amr,
  'audio/mp4': mp4,
  'audio/webm': webm,
};

/** By the extension, where the sender says that it may be anything (runtime API, what to accept). */
const byExtension: Readonly<Record<string, AudioType>> = { mp3, m4a, wav, amr, mpga: mp3, mp4, mpeg: mp3, webm };

/**
 * What the recording is: by its content, as far as that tells, whatever its sender calls it; else by its name. Throws
 * `speech-api.unsupported_audio_type`.
 */
export async function audioType(
  part: Pick<FilePart, 'mediaType' | 'filename'>,
  content: Uint8Array,
): Promise<AudioType> {
  const found = (await sniffed(content))?.mime;
  const type = found === undefined ? declaredType(part) : own(byContent, found);
  if (type !== undefined) return type;
  const declared = part.mediaType === '' ? 'of no type' : `of type "${part.mediaType.slice(0, 100)}"`;
  throw new PlatformError(
    'invalid',
    'speech-api.unsupported_audio_type',
    `The recording is ${found === undefined ? declared : `${found} by its content`}; send mp3, m4a, wav, amr, mpga, mp4, webm, ogg or flac.`,
  );
}

function declaredType({ mediaType, filename }: Pick<FilePart, 'mediaType' | 'filename'>): AudioType | undefined {
  if (mediaType !== 'application/octet-stream') return own(byName, mediaType);
  return own(byExtension, extensionOf(filename));
}

/** Lower case, without the dot; empty for none. */
export function extensionOf(filename: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
}

function own(types: Readonly<Record<string, AudioType>>, name: string): AudioType | undefined {
  return Object.hasOwn(types, name) ? types[name] : undefined;
}
