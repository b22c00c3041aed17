import { useState } from 'react';
import { useDraft, useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import styles from '#plugins/drafts/web/editor/workbench.module.css';
import { call, ErrorAlert, useSubmit } from '#plugins/studio/web/contract.tsx';
import { CodeEditor } from '#plugins/ui/web/code-editor/contract.ts';
import { Button, Loading, Muted, Notice, Toolbar, toast, useOnChange } from '#plugins/ui/web/contract.ts';
import { appPanelTexts } from './texts/en.ts';

const address = '/console/api/apps/{app_id}/draft';

interface Read {
  readonly yaml: string;
  readonly hash: string;
}

/** The document as text, beside the canvas that draws it: what is changed there shows here, and the other way round. */
export function YamlPart({ appId }: { readonly appId: string }) {
  const t = appPanelTexts();
  const { store } = useEditor();
  const { saving, tree } = useDraft();
  const [read, setRead] = useState<Read | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isBehind, setBehind] = useState(false);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const sending = useSubmit();
  const path = { app_id: appId };
  const load = async () => {
    if (!(await store.flush())) return;
    const { yaml, hash } = await call.get(address, { path });
    setRead({ yaml, hash });
    setBehind(false);
  };
  const isSaved = saving === 'saved';
  // What the tree is made of is what the text is made of, as soon as it is saved.
  useOnChange(isSaved ? tree : null, (saved) => {
    if (saved === null) return;
    if (typed === null) void load().catch(() => {});
    else setBehind(true);
  });
  const isChanged = typed !== null && typed !== read?.yaml;
  const save = () =>
    sending.run(async () => {
      if (read === null || typed === null) return;
      const before = store.tree;
      const saved = await call.put(address, { path, body: { yaml: typed, hash: read.hash } });
      setWarnings(saved.warnings);
      setTyped(null);
      await store.replaced(before);
      await load();
      toast(t.saved);
    });
  if (read === null) return <Loading label={t.yaml} />;
  return (
    <div className={styles.stack}>
      <Muted small>{t.yamlAbout}</Muted>
      {isBehind && isChanged && <Notice variant="warning">{t.changedMeanwhile}</Notice>}
      {warnings.map((warning) => (
        <Notice key={warning} variant="warning">
          {warning}
        </Notice>
      ))}
      <CodeEditor isCode label={t.yamlText} language="yaml" rows={24} value={typed ?? read.yaml} onChange={setTyped} />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <Toolbar end>
        <Button
          disabled={!isChanged}
          onClick={() => {
            setTyped(null);
            void load().catch(() => {});
          }}
        >
          {t.reset}
        </Button>
        <Button variant="primary" disabled={!isChanged} busy={sending.isBusy} onClick={() => void save()}>
          {t.save}
        </Button>
      </Toolbar>
    </div>
  );
}
