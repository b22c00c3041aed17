import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { helpOf } from './chip-view.ts';

interface OfferCompletion extends Completion {
  readonly about?: string | undefined;
}

/** What the help of the field offers at the caret. */
function offersAt({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const { offers } = state.facet(helpOf);
  const found = offers?.(state.doc.toString(), pos, explicit) ?? null;
  if (found === null || found.offers.length === 0) return null;
  const [before, behind] = [found.typed - found.from, found.to - pos];
  const groups = [...new Set(found.offers.map(({ group }) => group ?? ''))];
  const sections = new Map(groups.map((name, rank) => [name, { name, rank, header: () => heading(name) }]));
  const options = found.offers.map(({ label, insert, type, group, about }): OfferCompletion => {
    const section = group === undefined ? undefined : sections.get(group);
    return {
      ...{ label: group === undefined ? label : `${label} ${group}`, displayLabel: label, about },
      ...(type !== undefined && { detail: type }),
      ...(section !== undefined && { section }),
      apply(view, completion, from, to) {
        const start = from - before;
        // What stands behind the caret belongs to it only as long as it is there.
        const end = view.state.sliceDoc(to, to + behind) === state.sliceDoc(pos, pos + behind) ? to + behind : to;
        view.dispatch({
          changes: { from: start, to: end, insert },
          selection: { anchor: start + insert.length },
          ...{ annotations: pickedCompletion.of(completion), userEvent: 'input.complete', scrollIntoView: true },
        });
      },
    };
  });
  // Who offers knows which is meant.
  return { from: found.typed, options, filter: false };
}

function heading(name: string): HTMLElement {
  const element = document.createElement('li');
  element.className = 'cm-group';
  element.role = 'presentation';
  element.dir = 'auto';
  element.textContent = name;
  return element;
}

function aboutOf({ about }: OfferCompletion): Node | null {
  if (about === undefined || about === '') return null;
  const element = document.createElement('span');
  element.className = 'cm-offer-about';
  element.dir = 'auto';
  element.textContent = about;
  return element;
}

/** Enter and Tab take what is offered. */
export const offerList: Extension = [
  autocompletion({
    ...{ override: [offersAt], icons: false, activateOnTypingDelay: 30, maxRenderedOptions: 60 },
    addToOptions: [{ render: aboutOf, position: 90 }],
  }),
  keymap.of([{ key: 'Tab', run: acceptCompletion }]),
];
