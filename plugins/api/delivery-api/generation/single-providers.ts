import { token } from '#kernel';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import type { Conversation } from '#plugins/conversations/contract.ts';

/** A service that one plugin may provide, and that may be missing. */
interface SingleProvider<Provider> {
  /** Called by the plugin that provides it; returns the undo. */
  use(provider: Provider): () => void;
}

/** Holds the provider of the moment, or null. */
export class ProviderSlot<Provider> implements SingleProvider<Provider> {
  #provider: Provider | null = null;

  get provider(): Provider | null {
    return this.#provider;
  }

  use(provider: Provider): () => void {
    this.#provider = provider;
    return () => {
      if (this.#provider === provider) this.#provider = null;
    };
  }
}

/** A conversation whose first message is answered, still called by its query. */
export interface OpenedConversation {
  readonly conversation: Conversation;
  readonly query: string;
  /** The version that answered. */
  readonly version: PublishedVersion;
  /** The app key that was used; null: none, the console asks. */
  readonly keyId: string | null;
}

/** Names conversations in the background. */
export interface TitleGenerator {
  /** Must not throw, nor keep the caller. */
  opened(opened: OpenedConversation): void;
}

/** Where the plugin that names conversations registers; without one, they stay called by their query. */
export type TitleGenerators = SingleProvider<TitleGenerator>;

/** The service that tells of conversations to be named. */
export const TitleGenerators = token<TitleGenerators>('delivery-api.title-generators');

/** The app an answer is spoken for. */
export interface SpeakingApp {
  readonly workspaceId: string;
  readonly appId: string;
  readonly keyId: string | null;
}

/** The speech of one answer: it is synthesised while the answer is still being written. */
export interface SpeechStream {
  /** More of the answer. */
  add(text: string): void;
  /** The whole answer so far is another one: what was not spoken yet of the old one is dropped. */
  replace(text: string): void;
  /** Nothing more is to come; what was added is spoken to its end. */
  end(): void;
  /** Nothing more is wanted, and no provider is asked any more. */
  stop(): void;
  /** The next piece of the sound; null after the last one, and when a provider failed. Never rejects. */
  next(): Promise<Uint8Array | null>;
}

/** Speaks the answers of apps. */
export interface SpeechStreamer {
  /** `feature` is `text_to_speech` of the version that answers. null when nothing of it is to be spoken. Never rejects. */
  stream(app: SpeakingApp, feature: Readonly<Record<string, unknown>>): Promise<SpeechStream | null>;
}

/** Where the plugin that speaks registers; without one, streams have no sound. */
export type SpeechStreamers = SingleProvider<SpeechStreamer>;

/** The service streams get their sound from. */
export const SpeechStreamers = token<SpeechStreamers>('delivery-api.speech-streamers');
