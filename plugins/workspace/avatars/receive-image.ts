import type { FilePart, MultipartBody } from '#http';
import { isPlatformError, PlatformError } from '#kernel';

/** The bytes of the one file of a form. Its name and media type are not looked at: what it is shows in its content. */
export async function receiveImage(form: MultipartBody, limit: number): Promise<Uint8Array> {
  const images: Uint8Array[] = [];
  try {
    await form.read(async (part) => {
      if (images.length > 0) throw tooMany();
      if (part.name !== 'file') throw noFile();
      images.push(await bytesOf(part, limit));
    });
  } catch (error) {
    throw isPlatformError(error) && error.code === 'http.request_too_large' ? tooLarge(limit) : error;
  }
  const [image] = images;
  if (image === undefined) throw noFile();
  return image;
}

async function bytesOf({ content }: FilePart, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): PlatformError {
  const message = `The image is larger than ${Math.round(limit / 1024 / 1024)} MB (avatars.inputMb); make it smaller.`;
  return new PlatformError('invalid', 'avatars.file_too_large', message, { field: 'file' });
}

function noFile(): PlatformError {
  const message = 'The form has no file part named `file`.';
  return new PlatformError('invalid', 'avatars.no_file_uploaded', message, { field: 'file' });
}

function tooMany(): PlatformError {
  return new PlatformError('invalid', 'avatars.too_many_files', 'Send one image, not several.', { field: 'file' });
}
