import type { Labels } from './labels.ts';
import { look } from './look.ts';
import { type EmbedOptions, looksOf } from './options.ts';

type Make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  values?: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
) => HTMLElementTagNameMap[K];

const make: Make = (tag, values = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** What the button shows: what the site wants, or nothing, which the look draws. */
export function face(icon = ''): Node | string {
  return /^(https?:|data:|\/)/.test(icon) ? make('img', { src: icon, alt: '' }) : icon;
}

/** The parts of one chat in its shadow root. */
export function elements(options: EmbedOptions, [chat, close, failed, again]: Labels) {
  const host = make('div');
  const button = make('button', { class: 'bubble', type: 'button', 'aria-expanded': 'false', 'aria-label': chat });
  const cross = make('button', { class: 'bar', type: 'button', 'aria-label': close }, '✕');
  const retry = make('button', { class: 'again', type: 'button' }, again);
  const spin = make('div', { class: 'spin' });
  const said = make('div', { role: 'status' });
  const wait = make('div', { class: 'wait' }, spin, said, retry);
  const panel = make('div', { class: 'panel', role: 'dialog', 'aria-label': chat, 'data-shut': '' }, cross, wait);
  /**
   * Covers the frame with what goes on: true, it failed; false, it is on its way. null: the frame is shown; undefined: and its
   * page has a way to close it, for phones.
   */
  const cover = (isFailed?: boolean | null) => {
    wait.hidden = isFailed == null;
    cross.hidden = isFailed === undefined;
    spin.hidden = isFailed === true;
    retry.hidden = !isFailed;
    said.textContent = isFailed ? failed : '';
    panel.ariaBusy = String(isFailed === false);
  };
  for (const [name, value] of Object.entries(looksOf(options))) if (value) host.style.setProperty(name, String(value));
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [look()];
  root.append(panel);
  if (options.container === undefined) root.append(button);
  else host.dataset.inline = '';
  return { host, root, button, cross, retry, panel, cover, title: chat };
}

export type Parts = ReturnType<typeof elements>;

/**
 * Keeps an element on the page, whatever a navigation within it takes away; answers with what ends it. `back`: called when
 * it was put there, where frames in it begin anew.
 */
export function keep(host: HTMLElement, container: EmbedOptions['container'], back: () => void): () => void {
  const put = () => {
    const place =
      typeof container === 'string' ? document.querySelector(container) : (container ?? (document.body as Element));
    if (place?.isConnected) {
      place.append(host);
      back();
    }
    // A body that was put in place of the one before is looked at too.
    for (const each of [document.documentElement, document.body as Element | null]) {
      if (each) observer.observe(each, { childList: true, subtree: container !== undefined });
    }
  };
  const observer = new MutationObserver(() => host.isConnected || put());
  put();
  return () => {
    observer.disconnect();
    host.remove();
  };
}

/** Calls once, when an element comes into view. */
export function whenSeen(element: Element, then: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    then();
  });
  observer.observe(element);
}
