import { useState } from 'react';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import {
  Badge,
  call,
  can,
  ErrorAlert,
  Form,
  type ModelName,
  ModelPicker,
  number,
  QueryBoundary,
  textOf,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { type AnswerOf, Button, Muted, Notice, Panel, TextField } from '#plugins/ui/web/contract.ts';
import styles from './annotations.module.css';

const REPLY = '/console/api/apps/{app_id}/annotation-reply';
const USUAL_THRESHOLD = 0.9;
type Reply = AnswerOf<typeof REPLY>;

/** Whether annotations answer, with which model questions are compared, and from what likeness on. */
export function ReplySwitch({ appId }: { readonly appId: string }) {
  const answer = useApi(REPLY, { path: { app_id: appId }, isUnderWay: isBusy });
  return (
    <QueryBoundary answer={answer}>
      {(reply) => <ShownReply reply={reply} appId={appId} isBusy={isBusy(reply)} />}
    </QueryBoundary>
  );
}

function isBusy({ job }: Reply): boolean {
  return job?.status === 'waiting' || job?.status === 'processing';
}

function ShownReply({
  reply,
  appId,
  isBusy,
}: {
  readonly reply: Reply;
  readonly appId: string;
  readonly isBusy: boolean;
}) {
  const t = runsTexts();
  const [setting, setSetting] = useSearchParam('setting');
  const sending = useSubmit();
  const path = { app_id: appId };
  const mayEdit = can('apps.edit');
  const off = () =>
    sending.run(async () => {
      await call.delete(REPLY, { path, invalidates: [[REPLY, path]] });
    });
  return (
    <Panel as="section" aria-label={t.reply}>
      <div className={styles.filters}>
        <strong>{t.reply}</strong>
        <Badge variant={reply.enabled ? 'success' : 'plain'}>{reply.enabled ? t.on : t.off}</Badge>
        {isBusy && <Badge variant="accent">{t.embedding(number(reply.embedded), number(reply.annotations))}</Badge>}
      </div>
      <Muted>
        {reply.enabled
          ? t.replyState(reply.embedding_model_name ?? '', number(reply.score_threshold ?? 0, { style: 'percent' }))
          : t.replyAbout}
      </Muted>
      {reply.job?.status === 'error' && <Notice variant="danger">{reply.job.error_msg}</Notice>}
      {sending.error !== undefined && setting === '' && <ErrorAlert error={sending.error} />}
      {mayEdit && setting === '' && (
        <div className={styles.filters}>
          <Button small onClick={() => setSetting('reply')}>
            {reply.enabled ? t.changeSetting : t.switchOn}
          </Button>
          {reply.enabled && (
            <Button small busy={sending.isBusy} onClick={() => void off()}>
              {t.switchOff}
            </Button>
          )}
        </div>
      )}
      {mayEdit && setting !== '' && <ReplyForm reply={reply} appId={appId} onClose={() => setSetting('')} />}
    </Panel>
  );
}

function ReplyForm({ reply, appId, onClose }: { readonly reply: Reply; readonly appId: string; onClose(): void }) {
  const t = runsTexts();
  const sending = useSubmit();
  const path = { app_id: appId };
  const models = useApi('/console/api/models', { query: { type: 'embedding' } });
  const [model, setModel] = useState<ModelName | null>(
    reply.enabled ? { provider: reply.embedding_provider_name ?? '', name: reply.embedding_model_name ?? '' } : null,
  );
  async function send(fields: FormData): Promise<void> {
    await call.put(REPLY, {
      path,
      body: {
        score_threshold: Number(textOf(fields, 'threshold')) / 100,
        embedding_provider_name: model?.provider ?? '',
        embedding_model_name: model?.name ?? '',
      },
      invalidates: [[REPLY, path]],
    });
    onClose();
  }
  return (
    <QueryBoundary answer={models}>
      {({ data }) =>
        data.length === 0 ? (
          <Notice
            variant="warning"
            action={
              <Button small onClick={onClose}>
                {t.cancel}
              </Button>
            }
          >
            {t.noEmbeddingModel}
          </Notice>
        ) : (
          <Form
            sending={sending}
            action={t.save}
            actions={<Button onClick={onClose}>{t.cancel}</Button>}
            onSubmit={send}
          >
            <ModelPicker
              label={t.embeddingModel}
              required
              empty={t.chooseModel}
              models={data}
              value={model}
              onChange={setModel}
              wrong={sending.fieldError('embedding_model_name') ?? sending.fieldError('embedding_provider_name')}
            />
            <TextField
              type="number"
              name="threshold"
              label={t.threshold}
              hint={t.thresholdHint}
              min={0}
              max={100}
              step={1}
              required
              defaultValue={String(Math.round((reply.score_threshold ?? USUAL_THRESHOLD) * 100))}
              wrong={sending.fieldError('score_threshold')}
            />
          </Form>
        )
      }
    </QueryBoundary>
  );
}
