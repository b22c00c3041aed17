import { createContext, useContext } from 'react';
import type { Site } from '#plugins/web-app/web/shell/page-data.ts';
import type { Beside } from './beside.ts';
import type { ChatApi, ChatParameters } from './chat-api.ts';

/** What the parts of a chat page have in common. */
export interface ChatContents {
  readonly chat: ChatApi;
  readonly site: Site;
  readonly parameters: ChatParameters;
  /** Of the app. */
  readonly mode: string;
  /** A member of the workspace, who is told what went wrong in the words of who said it. */
  readonly isMember: boolean;
  /** Says something to who hears the page. */
  announce(text: string): void;
  /** Shows something beside the conversation. */
  openBeside(shown: Beside): void;
  /** Looks for what has come of the conversation elsewhere. */
  reload(): void;
}

export const ChatContext = createContext<ChatContents | null>(null);

export function useChat(): ChatContents {
  const contents = useContext(ChatContext);
  if (contents === null) throw new Error('this part is shown outside of a chat');
  return contents;
}
