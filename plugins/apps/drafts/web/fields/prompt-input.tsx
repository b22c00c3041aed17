import { useMemo, useRef } from 'react';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { CodeEditor } from '#plugins/ui/web/code-editor/contract.ts';
import { useLatest } from '#plugins/ui/web/contract.ts';
import { promptHelp } from './prompt-help.ts';
import type { PromptInputProps } from './prompt-props.ts';
import { promptTexts } from './prompt-texts/en.ts';

const none: readonly string[] = [];

/** A text with variables: they stand in it as chips, `/` and `{{` list those there are. */
export function PromptInput({
  variables,
  form = 'selectors',
  special = none,
  isSecret = false,
  lastOf,
  placeholder,
  ...props
}: PromptInputProps) {
  const [t, own] = [buildTexts(), promptTexts()];
  const latest = useLatest(lastOf);
  const same = useSame(variables);
  const key = JSON.stringify(special);
  const help = useMemo(
    () =>
      promptHelp({
        ...{
          variables: same,
          form,
          special: JSON.parse(key) as typeof none,
          unknownAbout: own.unknown,
          specialGroup: own.special,
        },
        ...(isSecret && {
          hidden: { label: own.hidden, about: own.hiddenAbout },
          lost: { label: own.lost, about: own.lostAbout },
        }),
        titleOf: ({ id, title }) => t.appGroups[id] ?? title,
        lastOf: (selector) => latest.current?.(selector),
      }),
    [same, form, key, isSecret, t, own],
  );
  return (
    <CodeEditor
      {...props}
      isUndoneOutside
      help={help}
      language={form === 'jinja2' ? 'jinja2' : ''}
      placeholder={placeholder ?? (same.length > 0 || special.length > 0 ? own.hint : undefined)}
    />
  );
}

/** The variables of before, where they are the same: they are read anew with each change of a document. */
function useSame(variables: readonly VariableGroup[]): readonly VariableGroup[] {
  const kept = useRef(variables);
  if (kept.current !== variables && !areSame(kept.current, variables)) kept.current = variables;
  return kept.current;
}

function areSame(before: readonly VariableGroup[], after: readonly VariableGroup[]): boolean {
  return (
    before.length === after.length &&
    before.every((group, at) => {
      const other = after[at];
      if (group === other) return true;
      if (group.id !== other?.id || group.title !== other.title) return false;
      if (group.variables.length !== other.variables.length) return false;
      return group.variables.every((one, index) => {
        const two = other.variables[index];
        const isSelector =
          one.selector.length === two?.selector.length &&
          one.selector.every((name, step) => name === two.selector[step]);
        return isSelector && one.type === two?.type && one.about === two.about;
      });
    })
  );
}
