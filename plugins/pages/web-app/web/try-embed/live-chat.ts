import { useEffect, useRef, useState } from 'react';
import { type Bubble, createBubble, type EmbedEvent } from '#plugins/web-app/web/embed/bubble.ts';
import type { EmbedOptions } from '#plugins/web-app/web/embed/options.ts';

export interface HeardEvent {
  readonly id: number;
  readonly name: EmbedEvent;
  readonly detail: string;
}

const events: readonly EmbedEvent[] = ['ready', 'opened', 'closed', 'message', 'answer-finished', 'error'];
/** Shown of what the chat has said. */
const KEPT = 20;
/** Typing has come to a rest. */
const REST_MS = 400;

/** The chat of this page: what `embed.min.js` makes of the same options. null: there is none. */
export function useLiveChat(options: EmbedOptions | null) {
  const bubble = useRef<Bubble | null>(null);
  const [heard, setHeard] = useState<readonly HeardEvent[]>([]);
  const key = options === null || options.token === '' ? '' : JSON.stringify(options);
  useEffect(() => {
    if (key === '') return;
    let made: Bubble | null = null;
    const timer = setTimeout(() => {
      setHeard([]);
      made = createBubble(new URL('/', location.href).href, JSON.parse(key) as EmbedOptions, () => {});
      bubble.current = made;
      let count = 0;
      for (const name of events) {
        made.on(name, ({ name: _, ...detail }) => {
          count += 1;
          const text = Object.keys(detail).length === 0 ? '' : JSON.stringify(detail);
          setHeard((before) => [...before, { id: count, name, detail: text }].slice(-KEPT));
        });
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      made?.destroy();
      bubble.current = null;
    };
  }, [key]);
  return { bubble, heard, isThere: key !== '' };
}
