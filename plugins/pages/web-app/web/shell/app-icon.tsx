import { useEffect, useRef } from 'react';
import { classes } from '#plugins/ui/web/contract.ts';
import type { Site } from './page-data.ts';
import styles from './shell.module.css';

/** The app's picture, emoji, or first letter. */
export function AppIcon({ site, size = 'small' }: { readonly site: Site; readonly size?: 'small' | 'large' }) {
  const element = useRef<HTMLSpanElement>(null);
  const { icon_background: background, icon_url: url } = site;
  useEffect(() => {
    // A style attribute is not allowed by the page's policy; code may set one property.
    if (background === null || !/^#[0-9a-f]{3,8}$/i.test(background)) return;
    element.current?.style.setProperty('background', background);
    // Colours to choose are light: what stands on them is dark in both themes.
    element.current?.style.setProperty('color', '#1f2330');
  }, [background]);
  const isPicture = (site.icon_type === 'image' || site.icon_type === 'link') && url !== null;
  return (
    <span ref={element} className={classes(styles.icon, size === 'large' && styles.large)} aria-hidden="true">
      {isPicture ? (
        <img src={url} alt="" />
      ) : site.icon_type === 'emoji' && site.icon ? (
        site.icon
      ) : (
        firstLetter(site.title)
      )}
    </span>
  );
}

function firstLetter(text: string): string {
  const [first] = new Intl.Segmenter().segment(text.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}
