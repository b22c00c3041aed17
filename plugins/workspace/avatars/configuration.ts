import type { ConfigSection } from '#kernel';

export interface AvatarsConfig {
  readonly inputMb: number;
  readonly megapixels: number;
  readonly timeMs: number;
  readonly memoryMb: number;
  readonly processes: number;
}

const integer = (description: string, bounds: { default: number; minimum: number; maximum: number }) => ({
  type: 'integer',
  description,
  ...bounds,
});

/** The section `avatars` of the configuration. */
export const avatarsConfig: ConfigSection<AvatarsConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      inputMb: integer('Megabytes of an image that is sent.', { default: 5, minimum: 1, maximum: 50 }),
      megapixels: integer('Million pixels of an image that is sent.', { default: 25, minimum: 1, maximum: 200 }),
      timeMs: integer('Milliseconds one image may take.', { default: 10_000, minimum: 100, maximum: 600_000 }),
      memoryMb: integer('Memory one image may take.', { default: 512, minimum: 32, maximum: 8192 }),
      processes: integer('Images that are decoded at the same time.', { default: 1, minimum: 1, maximum: 16 }),
    },
  },
};
