import { lazyModule } from '#plugins/ui/web/contract.ts';
import type { FieldProps } from './field-props.ts';

// Few nodes ask for anything.
const forms = lazyModule(() => import('./input-forms.tsx'));

/** What somebody fills in: before a run, or in the middle of one. */
export function InputFormInput(props: FieldProps<'input-form'>) {
  const module = forms.use();
  if (module === null) return null;
  return props.field.of === 'start' ? <module.StartInputs {...props} /> : <module.FormInputs {...props} />;
}
