import { listAt, mappingAt, type NodeDocument, valueAt, without } from '#engine';

type Mapping = Readonly<Record<string, unknown>>;

/** What documents hold of llm nodes. */
export const documents: Readonly<Record<string, NodeDocument>> = {
  llm: { upgrade: (data) => flatContext(structuredOutput(data)) },
};

function structuredOutput(data: Mapping): Mapping {
  const legacy = valueAt(data, 'structured_output_enabled');
  if (legacy === undefined || valueAt(data, 'structured_output_switch_on') !== undefined) return data;
  return { ...without(data, 'structured_output_enabled'), structured_output_switch_on: legacy };
}

/** Generated documents write the selector of the context as a list of selectors. */
function flatContext(data: Mapping): Mapping {
  const context = mappingAt(data, 'context');
  const [first] = listAt(context, 'variable_selector');
  return Array.isArray(first) ? { ...data, context: { ...context, variable_selector: first } } : data;
}
