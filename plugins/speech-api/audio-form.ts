import type { FilePart, MultipartBody } from '../../http/contract.ts';
import { isPlatformError, PlatformError } from '../../kernel/index.ts';
import type { AudioRoom } from './audio-memory.ts';

/** Bytes of a recording (runtime API, size and time limits), and of a form that is read to say that it has more. */
const AUDIO_LIMIT = 30 * 1024 * 1024;
export const FORM_LIMIT = 2 * AUDIO_LIMIT;

/** Media types by the extension of a file that declares that it may be anything (runtime API, audio; what to accept). */
const typesByExtension: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/m4a',
  wav: 'audio/wav',
  amr: 'audio/amr',
  mpga: 'audio/mpga',
  mp4: 'audio/mp4',
  mpeg: 'audio/mpeg',
  webm: 'audio/webm',
};
const extensions: Readonly<Record<string, string>> = {
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
  'audio/m4a': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/amr': 'amr',
  'audio/mpga': 'mpga',
  'audio/mp4': 'mp4',
  'audio/webm': 'webm',
};

/** A recording, whole in memory. */
export interface Recording {
  readonly audio: Uint8Array;
  readonly mediaType: string;
  /** With an extension: some providers go by it. */
  readonly fileName: string;
}

/** The form's fields and its one recording. */
export async function readAudioForm(
  form: MultipartBody,
  room: AudioRoom,
): Promise<{ recording: Recording; user: string | undefined }> {
  let recording: Recording | null = null;
  const receive = async (part: FilePart) => {
    if (part.name !== 'file' || recording !== null) return;
    const mediaType = audioType(part);
    recording = { audio: await bytesOf(part, room), mediaType, fileName: nameOf(part, mediaType) };
  };
  try {
    const fields = await form.read(receive);
    // Assigned in the callback, which the compiler does not follow.
    const read = recording as Recording | null;
    if (read !== null && read.audio.length > 0) return { recording: read, user: fields.get('user') };
  } catch (error) {
    throw isPlatformError(error) && error.wireCode === 'request_too_large' ? tooLarge() : error;
  }
  throw new PlatformError(
    'invalid',
    'speech-api.no_audio_uploaded',
    'Send the recording as the part `file` of a form.',
  );
}

async function bytesOf({ content }: FilePart, room: AudioRoom): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > AUDIO_LIMIT) throw tooLarge();
    room.take(piece.length);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

function audioType({ mediaType, filename }: FilePart): string {
  if (Object.hasOwn(extensions, mediaType)) return mediaType;
  const extension = /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(typesByExtension, extension) ? typesByExtension[extension] : undefined;
  if (mediaType === 'application/octet-stream' && type !== undefined) return type;
  const shown = mediaType === '' ? 'of no type' : `of type "${mediaType.slice(0, 100)}"`;
  throw new PlatformError(
    'invalid',
    'speech-api.unsupported_audio_type',
    `The recording is ${shown}; send mp3, m4a, wav, amr, mpga, mp4 or webm, with its media type.`,
  );
}

function nameOf({ filename }: FilePart, mediaType: string): string {
  const base = filename.split(/[/\\]/).pop()?.slice(-100) || 'audio';
  return /\.[a-z0-9]{1,5}$/i.test(base) ? base : `${base}.${extensions[mediaType] ?? 'mp3'}`;
}

function tooLarge(): PlatformError {
  const limit = AUDIO_LIMIT / 1024 / 1024;
  return new PlatformError('invalid', 'speech-api.audio_too_large', `A recording may have ${limit} MB at most.`);
}
