import { useState } from 'react';
import { Form, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Notice, Select, Stack, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import { argumentsIn, type Parameter, WrongArgument } from './arguments.ts';
import { toolsTexts } from './texts/en.ts';
import styles from './tools.module.css';

/** What a tool answered. */
export interface Tested {
  /** Such as its status. */
  readonly about: string;
  readonly text: string;
}

/** A call of a tool to try it, with what the form says. */
export function ToolTest({
  name,
  parameters,
  call,
  onClose,
}: {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  call(given: Readonly<Record<string, unknown>>): Promise<Tested>;
  onClose(): void;
}) {
  const t = toolsTexts();
  const sending = useSubmit();
  const [wrong, setWrong] = useState<string | null>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const submit = async (form: FormData) => {
    setWrong(null);
    setTested(null);
    try {
      const given = await argumentsIn(form, parameters);
      setTested(await call(given));
    } catch (error) {
      if (!(error instanceof WrongArgument)) throw error;
      setWrong(error.message);
    }
  };
  return (
    <Dialog open title={t.testOf(name)} onClose={onClose} shape="wide">
      <Form sending={sending} action={t.call} actions={<Button onClick={onClose}>{t.close}</Button>} onSubmit={submit}>
        <Notice variant="warning">{t.testIsReal}</Notice>
        {parameters.map((parameter) => (
          <Argument
            key={parameter.name}
            parameter={parameter}
            wrong={wrong === parameter.name ? t.wrongType(parameter.type) : sending.fieldError(parameter.name)}
          />
        ))}
        {tested !== null && (
          <Stack as="section" aria-label={t.answer} aria-live="polite">
            <h3 className={styles.subtitle}>{tested.about}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
            <pre className={styles.output} tabIndex={0} dir="auto">
              {tested.text}
            </pre>
          </Stack>
        )}
      </Form>
    </Dialog>
  );
}

function Argument({ parameter, wrong }: { readonly parameter: Parameter; readonly wrong: string | undefined }) {
  const t = toolsTexts();
  const { name, label, type, description, isRequired, options, preset } = parameter;
  const frame = {
    label,
    name: `argument.${name}`,
    wrong,
    required: isRequired,
    note: isRequired ? undefined : t.optional,
    ...(description !== '' && { hint: description }),
  };
  if (type === 'select' || type === 'boolean') {
    const values = type === 'boolean' ? ['true', 'false'] : options;
    return <Select {...frame} empty="—" defaultValue={preset} options={values.map((value) => ({ value }))} />;
  }
  if (type === 'object' || type === 'array') {
    return (
      <TextArea
        {...frame}
        rows={4}
        dir="ltr"
        spellCheck={false}
        className={styles.code}
        defaultValue={preset}
        placeholder={type === 'array' ? '[]' : '{}'}
      />
    );
  }
  if (type === 'file' || type === 'files') return <TextField {...frame} type="file" multiple={type === 'files'} />;
  const isNumber = type === 'number';
  return (
    <TextField
      {...frame}
      defaultValue={preset}
      type={isNumber ? 'number' : type === 'secret-input' ? 'password' : 'text'}
      {...(isNumber && { step: 'any' })}
      autoComplete="off"
    />
  );
}
