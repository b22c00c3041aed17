const GAP = 4;
const EDGE = 8;

/** Puts what floats below its button, at its end; above, where there is no room below and more above. Styles set by code are no style attribute. */
export function placeBeside(floating: HTMLElement, button: Element | null): void {
  if (button === null) return;
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = floating;
  const { clientWidth, clientHeight } = document.documentElement;
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  const left = isRightToLeft ? at.left : at.right - width;
  const isBelow = at.bottom + GAP + height + EDGE <= clientHeight || at.top < clientHeight - at.bottom;
  const top = Math.min(isBelow ? at.bottom + GAP : at.top - GAP - height, clientHeight - height - EDGE);
  floating.style.setProperty('left', `${Math.max(EDGE, Math.min(left, clientWidth - width - EDGE))}px`);
  floating.style.setProperty('top', `${Math.max(EDGE, top)}px`);
}
