import { useEffect, useRef, useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import styles from './app-icon.module.css';

type Look = Pick<Schemas['App'], 'name' | 'icon' | 'icon_type' | 'icon_background' | 'icon_url'>;

/** The picture, emoji or first letter of an app. */
export function AppIcon({ app }: { readonly app: Look }) {
  const element = useRef<HTMLSpanElement>(null);
  const [lost, setLost] = useState<string | null>(null);
  const { icon_background: background, icon_url: url } = app;
  useEffect(() => {
    // The page's policy takes no style attributes; code may set one property.
    const isColour = /^#[0-9a-f]{3,8}$/i.test(background);
    element.current?.style.setProperty('background', isColour ? background : '');
    // Colours to choose are light: what stands on them is dark in both themes.
    element.current?.style.setProperty('color', isColour ? '#1f2330' : '');
  }, [background]);
  return (
    <span ref={element} className={styles.icon} aria-hidden="true">
      {url !== null && url !== lost ? <img src={url} alt="" onError={() => setLost(url)} /> : shown(app)}
    </span>
  );
}

function shown({ icon, icon_type: type, name }: Look): string {
  if (type === 'emoji' && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(icon)) return icon;
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}
