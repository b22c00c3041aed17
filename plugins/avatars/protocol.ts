/** What bounds one picture inside its process. */
export interface PictureLimits {
  /** Width times height, as the head of the image tells before anything is decoded. */
  readonly pixels: number;
}

/** What the main process sends to the process that makes a picture. Plain data. */
export interface PictureTask {
  readonly bytes: Uint8Array;
  readonly limits: PictureLimits;
}

/** The answer: a PNG, or why there is none. `message` is a sentence that begins with the image. */
export type PictureReply =
  | { readonly ok: true; readonly png: Uint8Array }
  | { readonly ok: false; readonly reason: 'unsupported' | 'unreadable' | 'limit'; readonly message: string };
