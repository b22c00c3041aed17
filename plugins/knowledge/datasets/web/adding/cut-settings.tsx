import { type ReactNode, useMemo } from 'react';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { languageSource, Picker } from '#plugins/studio/web/contract.tsx';
import { Checkbox, Select, Stack, TextField } from '#plugins/ui/web/contract.ts';
import styles from './adding.module.css';
import { type Cut, type DocForm, usualCut } from './cut-rule.ts';

/** How documents become segments: their form, where they are cut, what is cleaned away. */
export function CutSettings({
  cut,
  forms,
  onChange,
}: {
  readonly cut: Cut;
  readonly forms: readonly DocForm[];
  onChange(cut: Cut): void;
}) {
  const t = knowledgeTexts();
  const languages = useMemo(() => languageSource('written', t.languageTyped), [t.languageTyped]);
  const set = (values: Partial<Cut>) => onChange({ ...cut, ...values });
  return (
    <Stack>
      <Select
        label={t.form}
        hint={forms.length === 1 ? `${t.formHints[cut.form]} ${t.formFixed}` : t.formHints[cut.form]}
        value={cut.form}
        disabled={forms.length === 1}
        options={forms.map((value) => ({ value, label: t.forms[value] }))}
        onChange={(event) => {
          const form = event.currentTarget.value as DocForm;
          onChange({ ...usualCut(form), isCustom: cut.isCustom, language: cut.language });
        }}
      />
      {cut.form === 'qa_model' && (
        <Picker
          label={t.questionLanguage}
          source={languages}
          hasNone={false}
          value={cut.language}
          onChange={(language) => set({ language })}
        />
      )}
      <Select
        label={t.cutting}
        hint={cut.isCustom ? t.customHint : t.automaticHint}
        value={cut.isCustom ? 'custom' : 'automatic'}
        options={[
          { value: 'automatic', label: t.automatic },
          { value: 'custom', label: t.custom },
        ]}
        onChange={(event) => set({ isCustom: event.currentTarget.value === 'custom' })}
      />
      {cut.isCustom && <CustomCut cut={cut} set={set} />}
    </Stack>
  );
}

function CustomCut({ cut, set }: { readonly cut: Cut; set(values: Partial<Cut>): void }) {
  const t = knowledgeTexts();
  const isParent = cut.form === 'hierarchical_model';
  return (
    <>
      {isParent && (
        <Select
          label={t.parents}
          value={cut.parent}
          options={(['paragraph', 'full-doc'] as const).map((value) => ({ value, label: t.parentModes[value] }))}
          onChange={(event) => set({ parent: event.currentTarget.value as Cut['parent'] })}
        />
      )}
      {!(isParent && cut.parent === 'full-doc') && (
        <Cutting
          title={isParent ? t.parents : null}
          separator={cut.separator}
          size={cut.size}
          overlap={cut.overlap}
          onChange={set}
        />
      )}
      {isParent && (
        <Cutting
          title={t.children}
          separator={cut.childSeparator}
          size={cut.childSize}
          overlap={cut.childOverlap}
          onChange={({ separator, size, overlap }) =>
            set({
              ...(separator !== undefined && { childSeparator: separator }),
              ...(size !== undefined && { childSize: size }),
              ...(overlap !== undefined && { childOverlap: overlap }),
            })
          }
        />
      )}
      <Stack as="fieldset">
        <legend className={styles.legend}>{t.cleaning}</legend>
        <Checkbox
          label={t.removeSpaces}
          checked={cut.removesSpaces}
          onChange={(event) => set({ removesSpaces: event.currentTarget.checked })}
        />
        <Checkbox
          label={t.removeAddresses}
          checked={cut.removesAddresses}
          onChange={(event) => set({ removesAddresses: event.currentTarget.checked })}
        />
      </Stack>
    </>
  );
}

interface Sizes {
  readonly separator: string;
  readonly size: number;
  readonly overlap: number;
}

function Cutting({
  title,
  separator,
  size,
  overlap,
  onChange,
}: Sizes & { readonly title: ReactNode; onChange(values: Partial<Sizes>): void }) {
  const t = knowledgeTexts();
  return (
    <fieldset>
      {title !== null && <legend className={styles.legend}>{title}</legend>}
      <div className={styles.three}>
        <TextField
          label={t.separator}
          value={separator}
          maxLength={100}
          className={styles.code}
          onInput={(event) => onChange({ separator: event.currentTarget.value })}
        />
        <TextField
          label={t.size}
          type="number"
          min={50}
          max={4000}
          value={size}
          onInput={(event) => onChange({ size: event.currentTarget.valueAsNumber || 0 })}
        />
        <TextField
          label={t.overlap}
          type="number"
          min={0}
          max={3999}
          value={overlap}
          onInput={(event) => onChange({ overlap: event.currentTarget.valueAsNumber || 0 })}
        />
      </div>
    </fieldset>
  );
}
