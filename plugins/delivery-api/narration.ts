import { token } from '../../kernel/index.ts';

/** The voice of one answer: it says what it is told while the answer is still being written. */
export interface Narration {
  /** More of the answer. */
  add(text: string): void;
  /** The whole answer so far is another one: what was not said yet of the old one is not said any more. */
  replace(text: string): void;
  /** Nothing more is to come; what was told is said to its end. */
  end(): void;
  /** Nothing more is wanted, and no provider is asked any more. */
  stop(): void;
  /** The next piece of the sound; null after the last one, and when a provider failed. Never rejects. */
  next(): Promise<Uint8Array | null>;
}

/** Says the answers of apps. */
export interface Narrator {
  /** `feature` is `text_to_speech` of the version that answers. null when nothing of it is to be said. Never rejects. */
  narrate(
    app: { readonly workspaceId: string; readonly appId: string; readonly keyId: string | null },
    feature: Readonly<Record<string, unknown>>,
  ): Promise<Narration | null>;
}

/** Where the plugin that speaks says so; without one, streams have no sound. */
export interface Narrators {
  /** Returns the undo. */
  use(narrator: Narrator): () => void;
}

/** The service streams get their voice from. */
export const Narrators = token<Narrators>('delivery-api.narrators');

/** The one narrator there is, or none. */
export class NarratorSeat implements Narrators {
  #narrator: Narrator | null = null;

  use(narrator: Narrator): () => void {
    this.#narrator = narrator;
    return () => {
      if (this.#narrator === narrator) this.#narrator = null;
    };
  }

  /** The voice of an answer; null where its app does not speak by itself. */
  async open(
    app: { readonly workspaceId: string; readonly appId: string; readonly keyId: string | null },
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<Narration | null> {
    const feature = parameters.text_to_speech as Readonly<Record<string, unknown>> | undefined;
    if (this.#narrator === null || feature?.enabled !== true || feature.autoPlay !== 'enabled') return null;
    return this.#narrator.narrate(app, feature);
  }
}
