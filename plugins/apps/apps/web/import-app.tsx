import { useState } from 'react';
import { FromRepository, type TakenFile } from '#plugins/repository-files/web/contract.tsx';
import { call, ErrorAlert, Link, Section, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, navigate, TextArea, TextField, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import styles from './app-list.module.css';
import { ImportSeveral } from './import-several.tsx';
import { chosenBody, firstChoices, type LookedAt, lookAt, PlanDetails } from './plan-details.tsx';
import { appsTexts } from './texts/en.ts';

/** An app from a document: what it brings and what is missing for it is shown first, and swapped there. */
export function ImportApp() {
  const t = appsTexts();
  const sending = useSubmit();
  const [yaml, setYaml] = useState('');
  // Not put into the field below: documents may have thousands of lines.
  const [file, setFile] = useState('');
  const [url, setUrl] = useState('');
  const [looked, setLooked] = useState<LookedAt | null>(null);
  const [several, setSeveral] = useState<readonly TakenFile[]>([]);
  const text = file === '' ? yaml : file;
  const source = () => (text.trim() === '' ? { url: url.trim() } : { yaml: text });
  const look = async (body: object) => setLooked(await lookAt(body));
  const take = async (files: readonly TakenFile[]) => {
    const [one] = files;
    if (files.length > 1) return setSeveral(files);
    setFile(one?.text ?? '');
    await look({ yaml: one?.text ?? '' });
  };
  const isGiven = text.trim() !== '' || url.trim() !== '';
  if (several.length > 0) return <ImportSeveral files={several} onBack={() => setSeveral([])} />;
  if (looked !== null) {
    const back = () => {
      setLooked(null);
      setFile('');
    };
    return <Planned looked={looked} source={source()} onBack={back} />;
  }
  return (
    <Section title={t.fromDocument} about={t.fromDocumentAbout}>
      <TextField
        label={t.file}
        type="file"
        accept=".yml,.yaml,.json,text/yaml,application/yaml"
        onChange={(event) => void (event.currentTarget.files?.[0]?.text() ?? Promise.resolve('')).then(setFile)}
      />
      <TextField
        label={t.address}
        type="url"
        placeholder="https://"
        value={url}
        onInput={(event) => setUrl(event.currentTarget.value)}
      />
      <TextArea
        label={t.orText}
        rows={10}
        spellCheck={false}
        className={styles.code}
        value={yaml}
        onInput={(event) => setYaml(event.currentTarget.value)}
      />
      <FromRepository
        about={
          <>
            {t.importedOnce} <Link href="/settings/repositories/new">{t.linkInstead}</Link>
          </>
        }
        accept={isDocument}
        isMany
        onTake={take}
      />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <Toolbar end>
        <Button
          variant="primary"
          disabled={!isGiven}
          busy={sending.isBusy}
          onClick={() => void sending.run(() => look(source()))}
        >
          {t.look}
        </Button>
      </Toolbar>
    </Section>
  );
}

/** Documents of apps; a layout is read with its document, not by itself. */
function isDocument(path: string): boolean {
  return /\.ya?ml$/i.test(path) && !/\.layout\.ya?ml$/i.test(path);
}

function Planned({ looked, source, onBack }: { readonly looked: LookedAt; readonly source: object; onBack(): void }) {
  const t = appsTexts();
  const sending = useSubmit();
  const { app } = looked.plan;
  const [choices, setChoices] = useState(() => firstChoices(looked.plan));

  async function take(): Promise<void> {
    const answer = await call.post('/console/api/apps/import', { body: { ...source, ...chosenBody(choices) } });
    if (!('app' in answer) || !('id' in answer.app)) return;
    toast(t.imported(answer.app.name));
    navigate(`/app/${answer.app.id}/build`);
  }

  return (
    <Section title={t.planOf(app.name)} about={t.modes[app.mode] ?? app.mode}>
      <PlanDetails {...looked} choices={choices} onChange={setChoices} />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <Toolbar end>
        <Button onClick={onBack}>{t.back}</Button>
        <Button variant="primary" busy={sending.isBusy} onClick={() => void sending.run(take)}>
          {t.import}
        </Button>
      </Toolbar>
    </Section>
  );
}
