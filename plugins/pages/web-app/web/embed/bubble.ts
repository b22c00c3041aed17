import { elements, face, keep, whenSeen } from './bubble-parts.ts';
import { chatFrame } from './chat-frame.ts';
import { labelsFor } from './labels.ts';
import type { EmbedOptions } from './options.ts';
import type { Inputs } from './protocol.ts';

/** What the page may hear of: `ready`, `opened`, `closed`, `message`, `answer-finished`, `error`. */
export type EmbedEvent = 'ready' | 'opened' | 'closed' | 'message' | 'answer-finished' | 'error';
export type Listener = (detail: Readonly<Record<string, unknown>>) => void;

/** One chat on a page. */
export interface Bubble {
  readonly name: string;
  isOpen(): boolean;
  open(): void;
  close(): void;
  toggle(): void;
  /** As if the visitor had typed it. */
  send(text: string): void;
  newConversation(): void;
  setInputs(inputs: Inputs): void;
  /** The visitor is who the site has signed; what they said before is another's. */
  identify(visitor: string): void;
  /** Answers with what ends it. */
  on(event: EmbedEvent, listener: Listener): () => void;
  destroy(): void;
}

/** Listeners of one chat; what one throws is no matter of the others. */
function eventsOf(name: string) {
  const target = new EventTarget();
  return {
    emit(event: EmbedEvent, detail: Readonly<Record<string, unknown>> = {}) {
      target.dispatchEvent(new CustomEvent(event, { detail: { ...detail, name } }));
    },
    on(event: EmbedEvent, listener: Listener) {
      const hear = (told: Event) => listener((told as CustomEvent).detail);
      target.addEventListener(event, hear);
      return () => target.removeEventListener(event, hear);
    },
  };
}

/** Puts a chat on the page. `base`: where the script came from. */
export function createBubble(base: string, options: EmbedOptions, ended: (bubble: Bubble) => void): Bubble {
  const { token, name = token, icon, container } = options;
  const labels = labelsFor(options.locale, document.documentElement.lang, navigator.language);
  const [title, shut, , , news] = labels;
  const parts = elements(options, labels);
  const { host, root, button, panel } = parts;
  const { emit, on } = eventsOf(name);
  let isOpen = false;
  let before: Element | null = null;

  const draw = (hasNews = false) => {
    panel.toggleAttribute('data-shut', !isOpen);
    button.ariaExpanded = String(isOpen);
    button.replaceChildren(isOpen ? '✕' : face(icon));
    button.toggleAttribute('data-news', hasNews);
    button.ariaLabel = isOpen ? shut : hasNews ? `${title} (${news})` : title;
  };
  const frame = chatFrame(base, options, parts, {
    isOpen: () => isOpen,
    heard({ type, ...detail }) {
      if (type === 'close') return bubble.close();
      if (type === 'answer-finished' && !isOpen) draw(true);
      if (type === 'ready' && root.activeElement) frame.load().focus();
      emit(type, detail);
    },
  });
  const show = (open: boolean) => {
    isOpen = open;
    draw();
    frame.tell({ type: open ? 'open' : 'close' });
    emit(open ? 'opened' : 'closed');
    return open && frame.load();
  };
  const bubble: Bubble = {
    name,
    on,
    isOpen: () => isOpen,
    open() {
      if (isOpen) return;
      before = document.activeElement;
      show(true);
      frame.load().focus();
    },
    close() {
      if (!isOpen || container) return;
      const isWithin = document.activeElement === host;
      show(false);
      const back = before?.isConnected && before !== host && before !== document.body ? before : button;
      if (isWithin) (back as HTMLElement).focus();
    },
    toggle: () => (isOpen ? bubble.close() : bubble.open()),
    send(text) {
      frame.load();
      frame.tell({ type: 'send', text: String(text) });
    },
    newConversation: () => frame.tell({ type: 'new-conversation' }),
    setInputs: (inputs) => frame.tell({ type: 'inputs', inputs }),
    identify: (visitor) => frame.tell({ type: 'identify', visitor }),
    destroy() {
      release();
      ended(bubble);
    },
  };

  button.onclick = bubble.toggle;
  // Whoever comes near with a pointer or the keyboard is about to open it.
  button.onpointerenter = button.onfocus = frame.load;
  parts.cross.onclick = bubble.close;
  parts.retry.onclick = frame.again;
  panel.onkeydown = button.onkeydown = ({ key }) => {
    // No answer: `false` would be one, and keep other keys from doing what they do.
    if (key === 'Escape') bubble.close();
  };
  draw();
  const release = keep(host, container, frame.again);
  if (container) whenSeen(host, () => show(true));
  // On phones it would hide the page.
  else if (options.open && innerWidth > 480) show(true);
  return bubble;
}
