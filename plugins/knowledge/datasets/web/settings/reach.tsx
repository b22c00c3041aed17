import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { CopyField, ErrorAlert, Link, Section, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Switch } from '#plugins/ui/web/contract.ts';
import { changeBase } from './base-changes.ts';

/** Whether keys reach it, and where. */
export function Reach({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  return (
    <Section title={t.api} about={<Link href="/knowledge/keys">{t.keys}</Link>}>
      <Switch
        label={t.apiOn}
        hint={t.apiHint}
        checked={base.enable_api}
        onChange={(event) => {
          const isOn = event.currentTarget.checked;
          void sending.run(() => changeBase(base.id, { enable_api: isOn }));
        }}
      />
      {base.enable_api && <CopyField label={t.baseAddress} value={`${location.origin}/v1/datasets/${base.id}`} />}
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </Section>
  );
}
