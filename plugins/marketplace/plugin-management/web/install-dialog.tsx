import { useState } from 'react';
import { call, can, ErrorAlert, QueryBoundary, useOnce, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, Notice, toast } from '#plugins/ui/web/contract.ts';
import { type Installation, type Plan, pluginsChanged } from './package-answers.ts';
import { PlanView } from './plan-view.tsx';
import { pluginsTexts } from './texts/en.ts';

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

/** What installing something would be; nothing happens before it is allowed there, and then exactly what was shown. */
export function InstallDialog({ wanted, title, onClose, onDone }: InstallDialogProps) {
  const t = pluginsTexts();
  const sending = useSubmit();
  // Each plan is asked for anew: what a source offers may change between two.
  const answer = useOnce('plan', (signal) => planOf(wanted, signal));
  const plan = answer.value;
  const change = plan?.change_consent ?? null;
  const [isAccepted, accept] = useState(false);
  // Who stands for it may become another where an owner says so besides.
  const isOwner = can('workspace.manage');
  const mayInstall = plan !== undefined && (plan.refusals.length === 0 || (change !== null && isOwner));
  const install = () =>
    sending.run(async () => {
      if (plan === undefined) return;
      const installed = await send(wanted, {
        consent: plan.consent,
        ...(change !== null && isAccepted && { change_consent: change }),
      });
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
            <Button
              variant="primary"
              busy={sending.isBusy}
              disabled={change !== null && !isAccepted}
              onClick={() => void install()}
            >
              {plan.current_version === null ? t.consent : t.consentUpdate}
            </Button>
          )}
        </>
      }
    >
      {answer.isLoading && <p role="status">{t.planning}</p>}
      <QueryBoundary answer={answer}>{(shown) => <PlanView plan={shown} />}</QueryBoundary>
      {change !== null &&
        (isOwner ? (
          <Checkbox
            label={t.acceptChange}
            checked={isAccepted}
            onChange={(event) => accept(event.currentTarget.checked)}
          />
        ) : (
          <Notice variant="danger">{t.askOwner}</Notice>
        ))}
      {sending.error !== undefined && (
        <ErrorAlert
          error={sending.error}
          refetch={() => {
            sending.reset();
            answer.refetch();
          }}
        />
      )}
    </Dialog>
  );
}

function titleOf({ title, version, current_version: current }: Plan): string {
  const t = pluginsTexts();
  return current === null ? t.installTitle(title) : t.updateTitle(title, version);
}

function planOf(wanted: Wanted, signal: AbortSignal): Promise<Plan> {
  return 'file' in wanted
    ? call.post('/console/api/plugins/plan-upload', { body: formOf(wanted), signal })
    : call.post('/console/api/plugins/plan', { body: wanted, signal });
}

interface Consents {
  readonly consent: string;
  readonly change_consent?: string;
}

function send(wanted: Wanted, consents: Consents): Promise<Installation> {
  if (!('file' in wanted)) return call.post('/console/api/plugins', { body: { ...wanted, ...consents } });
  const body = formOf(wanted);
  for (const [name, consent] of Object.entries(consents)) body.set(name, consent);
  return call.post('/console/api/plugins/upload', { body });
}

function formOf({ file, signature }: { readonly file: File; readonly signature: File | null }): FormData {
  const form = new FormData();
  if (signature !== null) form.set('signature', signature);
  form.set('file', file);
  return form;
}
