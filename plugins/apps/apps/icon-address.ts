import type { App } from './contract.ts';

type Look = Pick<App, 'icon' | 'iconType'>;

/** `icon` of an app whose icon is a picture (`iconType` `image`). */
export function pictureText(hash: string): string {
  return `picture-${hash}`;
}

/** The hash of the picture; null: its icon is none. Icons of other platforms may say `image` as well: those name a file of theirs. */
export function pictureOf({ icon, iconType }: Look): string | null {
  return iconType === 'image' ? (/^picture-([0-9a-f]{32})$/.exec(icon)?.[1] ?? null) : null;
}

/** Where the picture of an icon is: a path on this server, or an address of the web (`link`). null: it has none. */
export function iconAddress(app: Look & Pick<App, 'id'>): string | null {
  const hash = pictureOf(app);
  if (hash !== null) return `/app-icons/${app.id}/${hash}`;
  return app.iconType === 'link' && /^https?:\/\//i.test(app.icon) ? app.icon : null;
}
