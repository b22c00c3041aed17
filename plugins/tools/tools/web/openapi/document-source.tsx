import { useState } from 'react';
import { FromRepository } from '#plugins/repository-files/web/contract.tsx';
import { ErrorAlert, useSubmit } from '#plugins/studio/web/contract.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import styles from '#plugins/tools/web/tools.module.css';
import { Button, Stack, TextArea, TextField, Toolbar } from '#plugins/ui/web/contract.ts';

/** Where a document comes from, as the routes take it. */
export type Source = { readonly document: string } | { readonly url: string };

/** An OpenAPI document: a file, an address, or its text. */
export function DocumentSource({
  action,
  onSource,
}: {
  readonly action: string;
  onSource(source: Source): Promise<unknown>;
}) {
  const t = toolsTexts();
  const sending = useSubmit();
  const [text, setText] = useState('');
  // Not put into the field below: documents may have thousands of lines.
  const [file, setFile] = useState('');
  const [url, setUrl] = useState('');
  const document = file === '' ? text : file;
  const source = document.trim() === '' ? { url: url.trim() } : { document };
  const isGiven = 'document' in source || source.url !== '';
  return (
    <Stack>
      <TextField
        label={t.file}
        type="file"
        accept=".yml,.yaml,.json,application/json,application/yaml"
        onChange={(event) => void (event.currentTarget.files?.[0]?.text() ?? Promise.resolve('')).then(setFile)}
      />
      <TextField
        label={t.addressOfDocument}
        type="url"
        placeholder="https://api.example.com/openapi.json"
        value={url}
        onInput={(event) => setUrl(event.currentTarget.value)}
      />
      <TextArea
        label={t.orText}
        rows={10}
        spellCheck={false}
        dir="ltr"
        className={styles.code}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <FromRepository
        accept={(path) => /\.(?:ya?ml|json)$/i.test(path)}
        onTake={async ([one]) => {
          setFile(one?.text ?? '');
          await onSource({ document: one?.text ?? '' });
        }}
      />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <Toolbar end>
        <Button
          variant="primary"
          disabled={!isGiven}
          busy={sending.isBusy}
          onClick={() => void sending.run(() => onSource(source))}
        >
          {action}
        </Button>
      </Toolbar>
    </Stack>
  );
}
