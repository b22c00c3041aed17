import { shownBranch } from '#plugins/web-app/web/chat/branches.ts';
import type { ChatApi, ConversationItem } from '#plugins/web-app/web/chat/chat-api.ts';
import { Turn, type TurnState } from '#plugins/web-app/web/chat/turn.ts';
import { turnOfMessage } from '#plugins/web-app/web/chat/turn-of-message.ts';

/** A whole conversation, to be taken away. */
export interface WholeConversation {
  readonly item: ConversationItem;
  /** Of the app. */
  readonly title: string;
  /** All that was said, oldest first. */
  readonly turns: readonly TurnState[];
  /** Of what was asked again, the newest. */
  readonly shown: readonly TurnState[];
}

/** Reads all messages, however many there are. */
export async function readConversation(
  chat: ChatApi,
  item: ConversationItem,
  title: string,
): Promise<WholeConversation> {
  const turns: Turn[] = [];
  for (let first: string | undefined; ; ) {
    const page = await chat.messages(item.id, first, undefined, 100);
    turns.unshift(...page.data.map(turnOfMessage).map((state) => new Turn(state.id ?? '', state)));
    first = turns[0]?.state.id;
    if (!page.has_more || first === undefined) break;
  }
  const shown = shownBranch(turns, new Map()).map(({ turn }) => turn.state);
  return { item, title, turns: turns.map(({ state }) => state), shown };
}
