import {
  isMapping,
  isSecretPair,
  isTyped,
  type NodeDocument,
  textAt,
  valueAt,
  withCredentials,
  without,
  withoutCredentials,
} from '#engine';

type Mapping = Readonly<Record<string, unknown>>;

/** What documents hold of tool nodes. The credential that was chosen belongs to its workspace. */
export const documents: Readonly<Record<string, NodeDocument>> = {
  tool: {
    upgrade: typedToolInputs,
    credentialFields,
    exported: (data, { secrets }) => (secrets ? data : without(data, 'credential_id')),
    withoutLocal: (data) => withoutCredentials(data) as Mapping,
    withLocal: (data, other) => withCredentials(data, other) as Mapping,
  },
};

/** Inputs that were typed and hold a credential, by their names or their looks. What a tool calls an authorisation code is a password. */
function credentialFields(data: Mapping): string[] {
  return ['tool_parameters', 'tool_configurations'].flatMap((key) =>
    Object.entries(typedInputs(valueAt(data, key))).flatMap(([name, input]) => {
      const value = textAt(input, 'value');
      const isNamed = /(?:^|_)(?:auth(?:orization)?_?code|passcode|smtp_?code)$/i.test(name) && isTyped(value);
      const isFound = textAt(input, 'type') !== 'variable' && (isNamed || isSecretPair(name, value));
      return isFound ? [`${key}.${name}`] : [];
    }),
  );
}

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
