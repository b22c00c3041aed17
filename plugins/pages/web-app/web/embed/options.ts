import type { Inputs } from './protocol.ts';

/** What `window.serviceChatbotConfig` holds: one, or several in an array. */
export interface EmbedOptions {
  /** The app token of the app's site (`web-…`), or the app's id. */
  readonly token: string;
  /** Address of the runtime; the chat itself comes from where the script came from. */
  readonly baseUrl?: string | undefined;
  /** What this bubble is called in `serviceChatbot.get(name)`; else its token. */
  readonly name?: string | undefined;
  /** `bottom-right`, which it is without, `bottom-left`, `top-right` or `top-left`. */
  readonly position?: string | undefined;
  /** Of the opened chat, in pixels; or `400x640`. */
  readonly size?: { readonly width?: number; readonly height?: number } | string | undefined;
  /** `#rrggbb` */
  readonly color?: string | undefined;
  /** A character or two, such as an emoji; or the address of a picture. */
  readonly icon?: string | undefined;
  /** Opened from the start, but not on phones, where it would hide the page. */
  readonly open?: boolean | undefined;
  readonly inputs?: Inputs | undefined;
  readonly visitor?: string | undefined;
  readonly locale?: string | undefined;
  /** An element, or a selector of one, that the chat fills, without a bubble. */
  readonly container?: Element | string | undefined;
}

/** Options that stand as attributes at the script, `data-token` and so on; null: none. */
export function optionsOf(data: DOMStringMap): EmbedOptions | null {
  const { token, open = 'false', inputs = '{}' } = data;
  return token === undefined ? null : { ...data, token, open: open !== 'false', inputs: JSON.parse(inputs) };
}

/** What the look takes from the options, as custom properties. */
export function looksOf({ position = 'bottom-right', size, color }: EmbedOptions): Readonly<Record<string, unknown>> {
  const [isTop, isLeft] = [position.startsWith('top'), position.endsWith('left')];
  const [width, height] = typeof size === 'string' ? size.split('x') : [size?.width, size?.height];
  const at = (isThere: boolean) => (isThere ? '20px' : 'auto');
  const ink = inkOn(color);
  return {
    '--i': `${at(isTop)} ${at(!isLeft)} ${at(!isTop)} ${at(isLeft)}`,
    '--d': isTop ? 'column-reverse' : 'column',
    '--a': isLeft ? 'start' : 'end',
    '--w': Number(width) > 0 && `${width}px`,
    '--h': Number(height) > 0 && `${height}px`,
    '--c': ink && color,
    '--k': ink,
  };
}

/** Black or white, whichever is read better on a colour; undefined: it is none. */
export function inkOn(color: string | undefined): string | undefined {
  const parts = /^#(..)(..)(..)$/.exec(color ?? '')?.slice(1);
  const luminance = parts?.reduce((sum, part, at) => {
    return sum + (Number.parseInt(part, 16) / 255) ** 2.2 * ([0.2126, 0.7152, 0.0722][at] ?? 0);
  }, 0);
  if (luminance !== undefined && luminance >= 0) return luminance > 0.179 ? '#000' : '#fff';
  return;
}
