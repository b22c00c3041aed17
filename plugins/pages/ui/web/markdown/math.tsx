import { memo, useEffect, useRef, useState } from 'react';
import { classes } from '#plugins/ui/web/classes.ts';
import styles from './markdown.module.css';

/** A formula in TeX; until its builder is there, and where it can't be read, its source. */
export const Formula = memo(function Formula({
  source,
  isBlock = false,
}: {
  readonly source: string;
  isBlock?: boolean;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const [isShown, show] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void import('./formula-elements.ts').then(
      ({ formulaElement }) => {
        if (!isCurrent) return;
        const element = formulaElement(source, isBlock);
        if (element !== null) place.current?.replaceChildren(element);
        show(element !== null);
      },
      // Without a connection the source is what there is.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [source, isBlock]);
  return (
    <span className={classes(isBlock && styles.formula)} dir="ltr">
      {/* Of no concern to the renderer: what is in it is made elsewhere. */}
      <span ref={place} hidden={!isShown} />
      {!isShown && <code>{source}</code>}
    </span>
  );
});
