import { useState } from 'react';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { call, Form, OptionPicker, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, navigate, Switch, TextArea } from '#plugins/ui/web/contract.ts';
import { forkValues, valueOfText } from './fork-values.ts';
import type { NodeMoment } from './moment.ts';
import type { RunDetail } from './run-page.tsx';
import { canvasTexts } from './texts/en.ts';

/** Runs again from a node, with other values where they are wanted. */
export function ForkDialog({
  node,
  run,
  appId,
  before,
  onClose,
}: {
  readonly node: NodeMoment;
  readonly run: RunDetail;
  readonly appId: string;
  readonly before: readonly NodeMoment[];
  onClose(): void;
}) {
  const t = runsTexts();
  const sending = useSubmit();
  const values = forkValues(run.inputs, before, node);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [isDraft, setDraft] = useState(false);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const rest = values.filter(({ name }) => texts[name] === undefined);

  async function fork(): Promise<void> {
    const faults: Record<string, string> = {};
    const changed: Record<string, unknown> = {};
    for (const { name, value } of values) {
      const text = texts[name];
      if (text === undefined) continue;
      const read = valueOfText(text, value);
      if (read.ok) changed[name] = read.value;
      else faults[name] = t.notJson;
    }
    setWrong(faults);
    if (Object.keys(faults).length > 0) return;
    const started = await call.post('/console/api/runs/{run_id}/fork', {
      path: { run_id: run.id },
      body: { node_id: node.nodeId, values: changed, draft: isDraft },
    });
    onClose();
    navigate(`/app/${appId}/run/${started.id}`);
  }

  return (
    <Dialog open title={t.forkFrom(node.title || node.nodeId)} shape="wide" onClose={onClose}>
      <Form sending={sending} action={t.fork} actions={<Button onClick={onClose}>{t.cancel}</Button>} onSubmit={fork}>
        <p>{t.forkAbout}</p>
        {values
          .filter(({ name }) => texts[name] !== undefined)
          .map(({ name, label, value }) => (
            <TextArea
              key={name}
              label={label}
              rows={typeof value === 'string' ? 3 : 6}
              value={texts[name] ?? ''}
              wrong={wrong[name]}
              hint={typeof value === 'string' ? undefined : t.asJson}
              onInput={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
            />
          ))}
        <Switch
          label={canvasTexts().withDraft}
          hint={canvasTexts().withDraftAbout}
          checked={isDraft}
          onChange={(event) => setDraft(event.currentTarget.checked)}
        />
        {rest.length > 0 && (
          <OptionPicker
            kind="fork-values"
            label={t.changeValue}
            empty={t.chooseValue}
            hasNone={false}
            value=""
            options={rest.map(({ name, label }) => ({ id: name, label }))}
            onChange={(id) => {
              const found = values.find(({ name }) => name === id);
              if (found !== undefined) setTexts({ ...texts, [found.name]: found.text });
            }}
          />
        )}
      </Form>
    </Dialog>
  );
}
