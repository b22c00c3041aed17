import { isMapping, type NodeDocument, textAt, valueAt, withCredentials, without, withoutCredentials } from '#engine';

type Mapping = Readonly<Record<string, unknown>>;

/** What documents hold of tool nodes. The credential that was chosen belongs to its workspace. */
export const documents: Readonly<Record<string, NodeDocument>> = {
  tool: {
    upgrade: typedToolInputs,
    exported: (data, { secrets }) => (secrets ? data : without(data, 'credential_id')),
    withoutLocal: (data) => withoutCredentials(data) as Mapping,
    withLocal: (data, other) => withCredentials(data, other) as Mapping,
  },
};

/** Every input of a tool as `{type, value}`; null means the tool decides. */
function typedToolInputs(data: Mapping): Mapping {
  const maps = ['tool_parameters', 'tool_configurations'].flatMap((key): [string, Mapping][] => {
    const stored = valueAt(data, key);
    return stored === undefined ? [] : [[key, typedInputs(stored)]];
  });
  return { ...data, ...Object.fromEntries(maps) };
}

function typedInputs(stored: unknown): Mapping {
  if (!isMapping(stored)) return {};
  const entries = Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
    if (value === null) return [];
    if (!isTypedInput(value)) return [[name, { type: 'constant', value }]];
    return value.value === null || value.value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function isTypedInput(value: unknown): value is Mapping {
  return isMapping(value) && ['mixed', 'variable', 'constant'].includes(textAt(value, 'type'));
}
