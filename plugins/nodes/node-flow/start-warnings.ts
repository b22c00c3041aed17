import { isMapping, type SettingWarning } from '#engine';

/** Variables of the type `external_data_tool`: nobody is asked for their values (app DSL, start). */
export function startWarnings({ variables }: Readonly<Record<string, unknown>>): readonly SettingWarning[] {
  const all: readonly unknown[] = Array.isArray(variables) ? variables : [];
  return all.flatMap((variable, index) =>
    isMapping(variable) && variable.type === 'external_data_tool'
      ? [
          {
            field: `variables.${index}`,
            message: 'external data tools are not asked: the variable takes what the caller sends',
          },
        ]
      : [],
  );
}

/** What a caller may send. */
export function startInputs({ variables }: Readonly<Record<string, unknown>>) {
  return (Array.isArray(variables) ? variables : []) as readonly Readonly<Record<string, unknown>>[];
}
