import { isAllowedOrigin } from './allowed-origin.ts';
import { type Connect, FRAME_NAME, type Notice, type Order, type Wishes } from './protocol.ts';

/** How the page in a frame speaks with the page around it. */
export interface ParentLink {
  /** Of the page around; null: not known. To be told to the visit (`parent_origin`). */
  origin(): string | null;
  /** What the site wants from the beginning; wait for it before the visit. Nothing where no script of ours made the frame. */
  readonly wishes: Promise<Wishes>;
  /** Called with each order of the site, those from before it was there too. Answers with what ends it. */
  onOrder(take: (order: Order) => void): () => void;
  /** What happens before the page around is there is kept for it. */
  tell(notice: Notice): void;
}

/** How long after the frame has loaded a script that made it may take to say `connect`. */
const PATIENCE_MS = 2_000;
/** Orders that wait for the page; a site that sends more has an error. */
const MAX_WAITING = 50;

let known: ParentLink | null | undefined;

/**
 * The link of this window; null: it stands in no frame. `origins`: the sites that may embed this app. To be called while
 * the page's script runs for the first time: the site speaks when the frame has loaded.
 */
export function parentLink(origins: readonly string[]): ParentLink | null {
  known ??= window.parent === window ? null : createParentLink(window, origins);
  return known;
}

/** For tests, and for `parentLink`. */
export function createParentLink(view: Window, origins: readonly string[]): ParentLink {
  const waiting: Order[] = [];
  let take: ((order: Order) => void) | null = null;
  let port: MessagePort | null = null;
  let origin = originAround(view);
  let settle: (wishes: Wishes) => void = () => {};
  const wishes = new Promise<Wishes>((resolve) => {
    settle = resolve;
  });
  let isSettled = view.name !== FRAME_NAME;
  const giveUp = () => {
    isSettled = true;
    settle({});
  };
  if (isSettled) giveUp();
  else afterLoad(view, () => view.setTimeout(giveUp, PATIENCE_MS));

  const unheard: Notice[] = [];
  const tell = (notice: Notice) => {
    if (port !== null) port.postMessage(notice);
    else if (unheard.length < MAX_WAITING) unheard.push(notice);
  };
  const hear = (order: Order) => {
    if (take !== null) take(order);
    else if (waiting.length < MAX_WAITING) waiting.push(order);
  };
  view.addEventListener('message', ({ source, origin: from, data, ports: [end] }: MessageEvent<unknown>) => {
    // Whoever has a window of this page may write to it: heard is only the page around, if it is one that may embed us.
    if (source !== view.parent || end === undefined || !isConnect(data)) return;
    if (!isAllowedOrigin(from, origins, view.location.origin)) return;
    port?.close();
    port = end;
    origin = from;
    port.onmessage = (event: MessageEvent<unknown>) => isOrder(event.data) && hear(event.data);
    const { inputs, visitor, isClosable = false } = data;
    for (const notice of [{ type: 'ready' } as const, ...unheard.splice(0)]) tell(notice);
    settle({ ...(inputs && { inputs }), ...(visitor && { visitor }), isClosable });
    // Too late for the beginning.
    if (isSettled && visitor) hear({ type: 'identify', visitor });
    if (isSettled && inputs) hear({ type: 'inputs', inputs });
    isSettled = true;
    hear({ type: data.isOpen ? 'open' : 'close' });
  });
  view.addEventListener('keydown', (event) => {
    const isTaken = event.defaultPrevented || view.document.querySelector('dialog[open], :popover-open') !== null;
    if (event.key === 'Escape' && !isTaken) port?.postMessage({ type: 'close' });
  });

  return {
    origin: () => origin,
    wishes,
    onOrder(given) {
      take = given;
      for (const order of waiting.splice(0)) given(order);
      return () => {
        if (take === given) take = null;
      };
    },
    tell,
  };
}

function afterLoad(view: Window, then: () => void): void {
  if (view.document.readyState === 'complete') then();
  else view.addEventListener('load', then, { once: true });
}

/** As the browser says, before the page around has spoken. */
function originAround({ location, document }: Window): string | null {
  const [nearest] = location.ancestorOrigins ?? [];
  if (nearest !== undefined && nearest !== 'null') return nearest;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : null;
}

function isConnect(data: unknown): data is Connect {
  const { weft, type } = (data ?? {}) as Partial<Connect>;
  return weft === 1 && type === 'connect';
}

function isOrder(data: unknown): data is Order {
  const { type, text, visitor, inputs } = (data ?? {}) as Partial<Record<string, unknown>>;
  if (type === 'send') return typeof text === 'string';
  if (type === 'identify') return typeof visitor === 'string';
  if (type === 'inputs') return typeof inputs === 'object' && inputs !== null;
  return type === 'open' || type === 'close' || type === 'new-conversation';
}
