import type { ReactNode } from 'react';

interface ScrollRegionProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** What scrolls by itself: reached and scrolled by keys, and named for those who can't see that it does. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys.
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
