/** Pictures that people send, made small and harmless: for icons of other things than people. */
import type { MultipartBody } from '#http';
import { token } from '#kernel';

/** Reads images that people send, in a process that can touch nothing. */
export interface Pictures {
  /** Bytes of a form with one image, at most. */
  readonly formBytes: number;
  /**
   * The middle of the one file of a form, as a PNG of 256 × 256 pixels, made of pixels alone. `owner` is an id: one owner may
   * have half of those that wait. Throws `avatars.busy`, `avatars.unsupported_file_type` and what else refuses an image.
   */
  receive(owner: string, form: MultipartBody, signal: AbortSignal): Promise<Uint8Array>;
}

/** The service of pictures. */
export const Pictures = token<Pictures>('avatars.pictures');
