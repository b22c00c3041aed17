import { useCallback, useMemo, useRef, useState } from 'react';
import { useLayoutOnChange, useOnChange } from '#plugins/ui/web/contract.ts';
import type { Thread } from './thread.ts';

/** So near to the end that one reads it. */
const NEAR = 48;

interface Means {
  readonly thread: Thread;
  /** Keys of the first and the last turn that is shown. */
  readonly first: string;
  readonly last: string;
  readonly hasOlder: boolean;
  /** Whether the turns are drawn, not only known. */
  readonly isShown: boolean;
}

/**
 * Keeps the end in sight while an answer grows, unless one has scrolled away from it; loads what is older at the upper end,
 * with what one reads staying where it is.
 */
export function useScrolling({ thread, first, last, hasOlder, isShown }: Means) {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const height = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  // What an app says first is read from its beginning.
  const hasTurns = last !== '';

  const toEnd = useCallback(() => {
    follows.current = true;
    setAtEnd(true);
    const element = scroller.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, []);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    // What has grown since has not been scrolled away from.
    if (isNear || element.scrollHeight === height.current) follows.current = isNear;
    height.current = element.scrollHeight;
    setAtEnd(follows.current);
  }, []);

  // A conversation opens at its end, and a question is in sight when it is asked.
  const end = useMemo(() => ({ thread, last, isShown }), [thread, last, isShown]);
  useLayoutOnChange(end, () => {
    if (last !== '') toEnd();
  });
  const drawn = useMemo(() => ({ thread, isShown, hasTurns }), [thread, isShown, hasTurns]);
  useOnChange(drawn, () => {
    const element = content.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => {
      if (follows.current && hasTurns) toEnd();
    });
    watch.observe(element);
    if (scroller.current !== null) watch.observe(scroller.current);
    return () => watch.disconnect();
  });

  // While turns are drawn, the page is still the one that is read: where somebody has scrolled to since is known by that.
  const before = useRef({ height: 0, at: 0 });
  const element = scroller.current;
  if (element !== null) before.current = { height: element.scrollHeight, at: element.scrollTop };
  useLayoutOnChange(first, () => {
    const now = scroller.current;
    const { height: earlier, at } = before.current;
    // Browsers that keep the place by themselves have done so already.
    if (now !== null && !follows.current && earlier > 0 && now.scrollTop === at)
      now.scrollTop = at + now.scrollHeight - earlier;
  });

  const upper = useMemo(() => ({ thread, hasOlder, first, isShown }), [thread, hasOlder, first, isShown]);
  useOnChange(upper, () => {
    if (!hasOlder || top.current === null) return;
    // A busy page hears of several changes at once; the last one counts.
    const watch = new IntersectionObserver(
      (entries) => entries.at(-1)?.isIntersecting === true && void thread.loadOlder(),
      {
        root: scroller.current,
        rootMargin: '400px 0px 0px',
      },
    );
    watch.observe(top.current);
    return () => watch.disconnect();
  });
  return { scroller, content, top, isAtEnd, toEnd, onScroll };
}
