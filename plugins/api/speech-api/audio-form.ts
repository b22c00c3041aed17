import type { FilePart, MultipartBody } from '#http';
import { isPlatformError, PlatformError } from '#kernel';
import type { AudioRoom } from './audio-memory.ts';
import { type AudioType, audioType, extensionOf } from './audio-type.ts';

/** Bytes of a recording (runtime API, size and time limits), and of a form that is read to say that it has more. */
const AUDIO_LIMIT = 30 * 1024 * 1024;
export const FORM_LIMIT = 2 * AUDIO_LIMIT;

/** Bytes of the beginning that tell what a recording is. */
const HEAD = 4096;

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
    recording = await recordingOf(part, room);
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

/** Read as far as it is one: something else is refused at its beginning. */
async function recordingOf(part: FilePart, room: AudioRoom): Promise<Recording> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let type: AudioType | null = null;
  for await (const piece of part.content) {
    size += piece.length;
    if (size > AUDIO_LIMIT) throw tooLarge();
    room.take(piece.length);
    pieces.push(piece);
    if (type === null && size >= HEAD) type = await audioType(part, Buffer.concat(pieces, size));
  }
  const audio = Buffer.concat(pieces, size);
  type ??= await audioType(part, audio);
  return { audio, mediaType: type.mediaType, fileName: nameOf(part, type) };
}

function nameOf({ filename }: FilePart, { extensions }: AudioType): string {
  const base = filename.split(/[/\\]/).pop()?.slice(-100) || 'audio';
  const extension = extensionOf(base);
  if (extensions.includes(extension)) return base;
  return `${extension === '' ? base : base.slice(0, -extension.length - 1) || 'audio'}.${extensions[0]}`;
}

function tooLarge(): PlatformError {
  const limit = AUDIO_LIMIT / 1024 / 1024;
  return new PlatformError('invalid', 'speech-api.audio_too_large', `A recording may have ${limit} MB at most.`);
}
