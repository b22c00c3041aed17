import { Facet, type Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';
import type { Chip, TextHelp } from './editor-options.ts';

/** The help of the field that an editor is in. */
export const helpOf = Facet.define<TextHelp, TextHelp>({ combine: (all) => all[0] ?? {} });

class ChipWidget extends WidgetType {
  readonly #chip: Chip;

  constructor(chip: Chip) {
    super();
    this.#chip = chip;
  }

  override eq({ chip }: ChipWidget): boolean {
    const own = this.#chip;
    return chip.label === own.label && chip.about === own.about && chip.isKnown === own.isKnown;
  }

  get chip(): Chip {
    return this.#chip;
  }

  override toDOM(): HTMLElement {
    const { label, about, isKnown } = this.#chip;
    const element = document.createElement('span');
    element.className = isKnown ? 'cm-chip' : 'cm-chip cm-chip-unknown';
    element.textContent = label;
    element.title = about;
    element.role = 'img';
    element.ariaLabel = about === '' ? label : `${label}, ${about}`;
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** Those in the lines that are seen: what a keystroke costs does not grow with the text. */
function drawn(view: EditorView): DecorationSet {
  const { chips } = view.state.facet(helpOf);
  if (chips === undefined) return Decoration.none;
  const found: Range<Decoration>[] = [];
  let done = -1;
  for (const { from, to } of view.visibleRanges) {
    const start = Math.max(view.state.doc.lineAt(from).from, done + 1);
    const end = view.state.doc.lineAt(to).to;
    if (end <= done) continue;
    for (const chip of chips(view.state.sliceDoc(start, end)))
      found.push(Decoration.replace({ widget: new ChipWidget(chip) }).range(start + chip.from, start + chip.to));
    done = end;
  }
  return Decoration.set(found);
}

/** Placeholders as chips: the caret steps over them, and deletes one as a whole. */
export const chipView = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = drawn(view);
    }

    update(update: ViewUpdate): void {
      const isOther = update.startState.facet(helpOf) !== update.state.facet(helpOf);
      if (update.docChanged || update.viewportChanged || isOther) this.decorations = drawn(update.view);
    }
  },
  {
    decorations: (plugin) => plugin.decorations,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
  },
);
