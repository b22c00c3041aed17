import type { ConfinedReply } from '#plugins/confined-processes/contract.ts';

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
export type PictureReply = ConfinedReply<Uint8Array, (typeof refusalReasons)[number]>;
export const refusalReasons = ['unsupported', 'unreadable', 'limit'] as const;
