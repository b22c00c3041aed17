import { useMemo, useRef, useState } from 'react';
import { firstValue, fitsType } from '#plugins/drafts/web/app-panel/declared.ts';
import { ValueInput } from '#plugins/drafts/web/app-panel/value-input.tsx';
import { isMapping, valueAt } from '#plugins/drafts/web/document/operations.ts';
import { graphOf, useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { JsonInput } from '#plugins/drafts/web/fields/json-input.tsx';
import { shortValue } from '#plugins/drafts/web/fields/prompt-help.ts';
import { list } from '#plugins/drafts/web/fields/values.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { ErrorAlert, errorText, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Muted, Stack, Toolbar, toast, useOnChange } from '#plugins/ui/web/contract.ts';
import { InputForm, readFields, useInputForm } from '#plugins/ui/web/input-form/contract.ts';
import { draftUploads } from './draft-uploads.ts';
import { askedAt, inputsOfNode, type NodeInput, needsInputs } from './node-inputs.ts';
import { runTexts } from './texts/en.ts';
import { uploadLimits } from './upload-limits.ts';

/** Runs one node, with what it reads: as in the last run, or as one likes. What reads nothing runs at once. */
export function RunNodeDialog(props: { readonly id: string; onClose(): void }) {
  const editor = useEditor();
  const [isAsked] = useState(() => needsInputs(editor, props.id));
  return isAsked ? <Asking {...props} /> : <AtOnce {...props} />;
}

function AtOnce({ id, onClose }: { readonly id: string; onClose(): void }) {
  const { store, runs } = useEditor();
  useOnChange(id, () => {
    void store
      .flush()
      .then(() => runs.runNode(id))
      .catch((error) => toast(errorText(error)));
    onClose();
  });
  return null;
}

function Asking({ id, onClose }: { readonly id: string; onClose(): void }) {
  const t = runTexts();
  const editor = useEditor();
  const { store, runs, forms } = editor;
  const node = graphOf(store.tree).byId.get(id);
  const sending = useSubmit();
  const run = async (values: Readonly<Record<string, unknown>>) => {
    const isDone = await sending.run(async () => {
      await store.flush();
      await runs.runNode(id, values);
    });
    if (isDone) onClose();
  };
  if (node === undefined) return null;
  const at = askedAt(editor, id);
  const parts = { onRun: run, isBusy: sending.isBusy, onClose };
  return (
    <Dialog open title={t.runAlone(node.title || forms.of(node)?.title || node.type)} onClose={onClose}>
      <Stack>
        <Muted small>{t.runAloneAbout}</Muted>
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
        {at === null ? (
          <OthersValues id={id} {...parts} />
        ) : (
          <OwnInputs id={id} variables={valueAt(node.data, [at])} {...parts} />
        )}
      </Stack>
    </Dialog>
  );
}

interface PartProps {
  readonly id: string;
  readonly isBusy: boolean;
  onRun(values: Readonly<Record<string, unknown>>): Promise<void>;
  onClose(): void;
}

function Buttons({ isBusy, onClose }: Pick<PartProps, 'isBusy' | 'onClose'>) {
  const words = buildTexts();
  return (
    <Toolbar end>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button type="submit" variant="primary" busy={isBusy}>
        {words.run}
      </Button>
    </Toolbar>
  );
}

/** What the node asks for itself, with what was filled in last. */
function OwnInputs({ id, variables, onRun, ...rest }: PartProps & { readonly variables: unknown }) {
  const { appId, runs } = useEditor();
  const fields = useMemo(
    () => readFields(list(variables).map((rules) => (isMapping(rules) ? { [String(rules.type)]: rules } : {}))),
    [variables],
  );
  const last = runs.node(id)?.outputs;
  const uploads = useMemo(() => draftUploads(appId), [appId]);
  const form = useInputForm({ fields, given: isMapping(last) ? last : {}, limits: uploadLimits, uploads });
  return (
    <InputForm form={form} disabled={rest.isBusy} onSubmit={(inputs) => void onRun(inputs)}>
      <Buttons {...rest} />
    </InputForm>
  );
}

/** What the node reads of others: what is not changed is what they gave, as the server has it. */
function OthersValues({ id, onRun, ...rest }: PartProps) {
  const editor = useEditor();
  // As it was when it was asked: what runs meanwhile changes nothing of what is typed.
  const inputs = useRef<readonly NodeInput[]>(null);
  inputs.current ??= inputsOfNode(editor, id);
  const [changed, setChanged] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [isTried, setTried] = useState(false);
  const shownOf = (input: NodeInput) =>
    changed.has(input.key) ? changed.get(input.key) : (input.value ?? emptyOf(input.type));
  const submit = () => {
    setTried(true);
    const sent = (inputs.current ?? []).flatMap((input): [string, unknown][] => {
      const value = shownOf(input);
      return value === undefined || (input.isKnown && !changed.has(input.key)) ? [] : [[input.key, value]];
    });
    const isWrong = (inputs.current ?? []).some(
      (input) => isPlain(input.type) && changed.has(input.key) && !fitsType(input.type, shownOf(input)),
    );
    if (!isWrong) void onRun(Object.fromEntries(sent));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        {inputs.current.map((input) => (
          <OneValue
            key={input.key}
            input={input}
            value={shownOf(input)}
            isTried={isTried}
            onChange={(value) => setChanged((before) => new Map(before).set(input.key, value))}
          />
        ))}
        <Buttons {...rest} />
      </Stack>
    </form>
  );
}

const isPlain = (type: string) => !/file|any/.test(type);
const emptyOf = (type: string) => (isPlain(type) ? firstValue(type) : undefined);

function OneValue({
  input: { owner, name, ownerTitle, type, value: before },
  value,
  isTried,
  onChange,
}: {
  readonly input: NodeInput;
  readonly value: unknown;
  readonly isTried: boolean;
  onChange(value: unknown): void;
}) {
  const t = runTexts();
  const label = `${buildTexts().appGroups[owner] ?? ownerTitle} · ${name}`;
  if (/file/.test(type))
    return (
      <div>
        <strong dir="auto">{label}</strong>
        <Muted small>{before === undefined ? t.noLastFile : t.lastFile(shortValue(namesOf(before)))}</Muted>
      </div>
    );
  if (type === 'any' && typeof before !== 'string')
    return <JsonInput label={label} rows={5} value={value} onChange={onChange} />;
  return (
    <ValueInput
      label={label}
      type={type === 'any' ? 'string' : type}
      value={value}
      isTried={isTried}
      onChange={onChange}
    />
  );
}

function namesOf(value: unknown): string {
  return (Array.isArray(value) ? value : [value])
    .map((file) => (isMapping(file) ? String(file.filename ?? file.url ?? '') : ''))
    .filter(Boolean)
    .join(', ');
}
