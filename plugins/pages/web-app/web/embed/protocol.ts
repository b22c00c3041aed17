/**
 * What the script on the page of a site and the page in its frame tell each other. The script sends `connect` to the
 * frame's window, for its own origin only, with one end of a channel; all else goes through the channel, which no third
 * window has an end of.
 */

/** Name of frames that the script makes: their page waits for `connect` before it visits. */
export const FRAME_NAME = 'weft-embed';

export type Inputs = Readonly<Record<string, unknown>>;

/** What the site wants of a chat from its beginning. */
export interface Wishes {
  readonly inputs?: Inputs | undefined;
  /** Who the visitor is, signed by the site: `<id>.<hmac>`. */
  readonly visitor?: string | undefined;
  /** The page around has a bubble that opens the chat again; else the chat stands there for good. */
  readonly isClosable?: boolean | undefined;
}

export interface Connect extends Wishes {
  readonly weft: 1;
  readonly type: 'connect';
  readonly isOpen: boolean;
}

/** From the site to the page. */
export type Order =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'new-conversation' }
  | { readonly type: 'send'; readonly text: string }
  | { readonly type: 'inputs'; readonly inputs: Inputs }
  | { readonly type: 'identify'; readonly visitor: string };

/** From the page to the site. */
export type Notice =
  /** The page is there and takes orders. */
  | { readonly type: 'ready' }
  /** The page wants to be closed: its own button, or Escape. */
  | { readonly type: 'close' }
  /** The visitor has sent a message, or started a run. */
  | { readonly type: 'message'; readonly text: string; readonly conversation_id?: string | undefined }
  | {
      readonly type: 'answer-finished';
      readonly conversation_id?: string | undefined;
      readonly message_id?: string | undefined;
    }
  | { readonly type: 'error'; readonly code: string; readonly message?: string | undefined };
