import type { InputField } from '#engine';

/** An input of an app, as tables need it. */
export interface TableInput {
  readonly name: string;
  readonly label: string;
  readonly control: string;
  readonly isRequired: boolean;
  readonly options: readonly string[];
}

/** The inputs of an app, in the order of its form. */
export function tableInputs(form: readonly InputField[]): TableInput[] {
  return form.flatMap((field) =>
    Object.entries(field).flatMap(([control, rules]) => {
      const { variable, label, required, options } = rules;
      if (typeof variable !== 'string') return [];
      const texts = Array.isArray(options)
        ? options.filter((option): option is string => typeof option === 'string')
        : [];
      return {
        name: variable,
        label: typeof label === 'string' ? label : variable,
        control,
        isRequired: required === true,
        options: texts,
      };
    }),
  );
}
