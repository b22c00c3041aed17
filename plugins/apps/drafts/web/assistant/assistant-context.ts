import { createContext, useContext } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Problem } from '#plugins/drafts/web/document/draft-store.ts';

export type AssistantModel = Schemas['AssistantModel'];

/** What a change is wanted for; nothing: somebody says so. */
export interface WantedChange {
  readonly problems?: readonly Problem[];
  /** A run of the draft that failed. */
  readonly runId?: string;
}

/** A field that is to be written. */
export interface WantedText {
  readonly kind: 'code' | 'prompt' | 'condition' | 'json-schema';
  readonly nodeId: string;
  /** Below the node's data. */
  readonly field: string;
  readonly label: string;
  /** What stands there; empty: nothing that is a text. */
  readonly current: string;
}

/** A field that can be written; `part`: what of it. */
export type WriteOffer = Pick<WantedText, 'kind' | 'label' | 'current'> & { readonly part?: string };

/** The assistant, where a model of the workspace can be asked. */
export interface Assistant {
  readonly models: readonly AssistantModel[];
  change(wanted?: WantedChange): void;
  write(wanted: WantedText): void;
}

export const AssistantContext = createContext<Assistant | null>(null);

/** null: it is not offered here. */
export const useAssistant = (): Assistant | null => useContext(AssistantContext);
