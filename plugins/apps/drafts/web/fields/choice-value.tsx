import { useGraph } from '#plugins/drafts/web/editor/editor-state.ts';
import { listAt, settingAt } from '#plugins/drafts/web/graph/read-graph.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Select } from '#plugins/ui/web/contract.ts';
import { list, text } from './values.ts';

/** Operators that compare with one whole value. */
const comparesWhole = new Set(['is', 'is not']);

/** The options of the input that a variable is, where a condition compares it with one of them; else none. */
export function useOptions(
  [nodeId = '', name = '', ...deeper]: readonly string[],
  operator: string,
): readonly string[] {
  const graph = useGraph();
  if (deeper.length > 0 || !comparesWhole.has(operator)) return [];
  const inputs = listAt(graph.byId.get(nodeId)?.data ?? {}, ['variables']);
  const input = inputs.find((each) => settingAt(each, 'variable') === name && settingAt(each, 'type') === 'select');
  return list(settingAt(input, 'options')).filter((each) => typeof each === 'string');
}

/** One of the options of an input. */
export function ChoiceValue({
  options,
  value,
  onChange,
}: {
  readonly options: readonly string[];
  readonly value: unknown;
  onChange(value: string): void;
}) {
  return (
    <Select
      label={buildTexts().value}
      labelHidden
      {...(text(value) === '' && { empty: '—' })}
      options={options.map((option) => ({ value: option }))}
      value={text(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
