import { isMapping, type SettingAdvice } from '../../engine/contract.ts';

/** Variables of the type `external_data_tool`: nobody is asked for their values (app DSL, start). */
export function startAdvice({ variables }: Readonly<Record<string, unknown>>): readonly SettingAdvice[] {
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
