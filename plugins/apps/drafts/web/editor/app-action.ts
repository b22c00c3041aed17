let open: (() => void) | null = null;

/** What the palette of the studio opens while the canvas of an app is there; null: it is there no more. */
export function offerAppPanel(next: (() => void) | null): void {
  open = next;
}

export const appPanelAction = {
  isOffered: () => open !== null,
  run: () => open?.(),
};
