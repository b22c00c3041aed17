import type { Parts } from './bubble-parts.ts';
import type { EmbedOptions } from './options.ts';
import { type Connect, FRAME_NAME, type Notice, type Order } from './protocol.ts';

export interface ChatFrame {
  /** Makes the frame, once: before that nothing is loaded. */
  load(): HTMLIFrameElement;
  /** Orders from before the page is there are kept. */
  tell(order: Order): void;
  /** Loads it anew, if it is there. */
  again(): void;
}

/** What the chat hears of its frame: what the page says, and `ready` and `error` with `unreachable`. */
interface FrameChat {
  isOpen(): boolean;
  heard(notice: Notice): void;
}

/** A page on a slow line may take this long. */
const LOAD_MS = 20_000;
/** A page that is loaded speaks at once; one that does not is none of ours: an error of the browser or of a proxy. */
const SPEAK_MS = 3_000;

/** The frame with the chat, and the channel to its page. */
export function chatFrame(
  base: string,
  { token, locale, inputs, visitor, container }: EmbedOptions,
  { panel, cover, title }: Parts,
  { isOpen, heard }: FrameChat,
): ChatFrame {
  const waiting: Order[] = [];
  let frame: HTMLIFrameElement | undefined;
  let port: MessagePort | undefined;
  let timer = 0;

  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // It may still come: then it is shown.
      cover(true);
      heard({ type: 'error', code: 'unreachable' });
    }, milliseconds);
  };
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Notice>) => {
      if (data.type === 'ready') {
        clearTimeout(timer);
        cover();
        port = port1;
        for (const order of waiting.splice(0)) port.postMessage(order);
      }
      heard(data);
    };
    // What came is shown, though it may be no page of ours.
    cover(null);
    wait(SPEAK_MS);
    const message: Connect = { weft: 1, type: 'connect', isOpen: isOpen(), isClosable: !container, inputs, visitor };
    // For our own page only: where another has come into the frame, the browser delivers nothing.
    frame?.contentWindow?.postMessage(message, new URL(base).origin, [port2]);
  };
  const again = () => {
    if (frame === undefined) return;
    port = undefined;
    cover(false);
    wait(LOAD_MS);
    const language = locale ? `&locale=${encodeURIComponent(locale)}` : '';
    frame.src = `${base}chatbot/${encodeURIComponent(token)}?embed=true${language}`;
  };
  return {
    load() {
      if (frame === undefined) {
        frame = document.createElement('iframe');
        frame.name = FRAME_NAME;
        frame.title = title;
        frame.allow = 'microphone; clipboard-write';
        // The page learns from it where it stands, whatever the page around tells others.
        frame.referrerPolicy = 'origin';
        frame.onload = connect;
        again();
        panel.append(frame);
      }
      return frame;
    },
    tell(order) {
      // Told with `connect` too, should the page be loaded again.
      if (order.type === 'inputs') inputs = order.inputs;
      if (order.type === 'identify') visitor = order.visitor;
      if (port !== undefined) port.postMessage(order);
      else if (order.type === 'send') waiting.push(order);
    },
    again,
  };
}
