import { useState } from 'react';
import { call, Failure, Shown, useAsked, useSending } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, toast } from '#plugins/ui/web/contract.ts';
import { type Installation, type Plan, pluginsChanged } from './package-answers.ts';
import { PlanView } from './plan-view.tsx';
import { pluginsTexts } from './plugins-texts.ts';

/** What is to be installed: of a source, or a file of one's own with its signature. */
export type Wanted =
  | { readonly name: string; readonly version?: string; readonly source?: string }
  | { readonly file: File; readonly signature: File | null };

export interface InstallDialogProps {
  readonly wanted: Wanted;
  readonly title: string;
  onClose(): void;
  onDone?(installed: Installation): void;
}

let asked = 0;

/** What installing something would be; nothing happens before it is allowed there, and then exactly what was shown. */
export function InstallDialog({ wanted, title, onClose, onDone }: InstallDialogProps) {
  const t = pluginsTexts();
  const sending = useSending();
  // Each plan is asked for anew: what a source offers may change between two.
  const [key] = useState(() => `plan ${++asked}`);
  const answer = useAsked<Plan>(key, key, (signal) => planOf(wanted, signal));
  const plan = answer.value;
  const mayInstall = plan !== undefined && plan.refusals.length === 0 && plan.members.every(isAllowed);
  const install = () =>
    sending.run(async () => {
      if (plan === undefined) return;
      const installed = await send(wanted, plan.consent);
      pluginsChanged();
      toast(t.installedNow(installed.title, installed.version));
      onClose();
      onDone?.(installed);
    });
  return (
    <Dialog
      open
      shape="wide"
      title={plan === undefined ? title : titleOf(plan)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{mayInstall ? t.cancel : t.close}</Button>
          {mayInstall && (
            <Button look="main" busy={sending.isBusy} onClick={() => void install()}>
              {plan.current_version === null ? t.consent : t.consentUpdate}
            </Button>
          )}
        </>
      }
    >
      {answer.isLoading && <p role="status">{t.planning}</p>}
      <Shown answer={answer}>{(shown) => <PlanView plan={shown} />}</Shown>
      {sending.error !== undefined && (
        <Failure
          error={sending.error}
          again={() => {
            sending.forget();
            answer.again();
          }}
        />
      )}
    </Dialog>
  );
}

const isAllowed = ({ refusals }: { readonly refusals: readonly string[] }) => refusals.length === 0;

function titleOf({ title, version, current_version: current }: Plan): string {
  const t = pluginsTexts();
  return current === null ? t.installTitle(title) : t.updateTitle(title, version);
}

function planOf(wanted: Wanted, signal: AbortSignal): Promise<Plan> {
  return 'file' in wanted
    ? call.post('/console/api/plugins/plan-upload', { body: formOf(wanted), signal })
    : call.post('/console/api/plugins/plan', { body: wanted, signal });
}

function send(wanted: Wanted, consent: string): Promise<Installation> {
  if (!('file' in wanted)) return call.post('/console/api/plugins', { body: { ...wanted, consent } });
  const body = formOf(wanted);
  body.set('consent', consent);
  return call.post('/console/api/plugins/upload', { body });
}

function formOf({ file, signature }: { readonly file: File; readonly signature: File | null }): FormData {
  const form = new FormData();
  if (signature !== null) form.set('signature', signature);
  form.set('file', file);
  return form;
}
