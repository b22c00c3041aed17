import type { ConfigSection } from '#kernel';
import type { FileLimits } from './contract.ts';

export interface FilesConfig {
  readonly imageMb: number;
  readonly audioMb: number;
  readonly videoMb: number;
  readonly otherMb: number;
  readonly blockedExtensions: readonly string[];
  readonly urlSeconds: number;
}

const megabytes = (what: string, value: number) => ({
  type: 'integer',
  minimum: 1,
  maximum: 4096,
  default: value,
  description: `Megabytes of an uploaded ${what}.`,
});

export const filesConfig: ConfigSection<FilesConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      imageMb: megabytes('picture', 10),
      audioMb: megabytes('sound file', 50),
      videoMb: megabytes('film', 100),
      otherMb: megabytes('file of any other kind', 15),
      blockedExtensions: {
        type: 'array',
        items: { type: 'string' },
        default: [],
        description: 'Extensions of files that are not taken.',
      },
      urlSeconds: {
        type: 'integer',
        minimum: 10,
        maximum: 86_400,
        default: 300,
        description: 'Seconds for which a signed address of a file works.',
      },
    },
  },
  env: {
    WEFT_UPLOAD_IMAGE_MB: 'imageMb',
    WEFT_UPLOAD_AUDIO_MB: 'audioMb',
    WEFT_UPLOAD_VIDEO_MB: 'videoMb',
    WEFT_UPLOAD_FILE_MB: 'otherMb',
    WEFT_UPLOAD_BLOCKED: 'blockedExtensions',
    WEFT_FILE_URL_SECONDS: 'urlSeconds',
  },
};

const megabyte = 1024 * 1024;

export function limitsOf({ imageMb, audioMb, videoMb, otherMb }: FilesConfig): FileLimits {
  return {
    image: imageMb * megabyte,
    audio: audioMb * megabyte,
    video: videoMb * megabyte,
    other: otherMb * megabyte,
  };
}
