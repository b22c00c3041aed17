import { useEffect } from 'react';
import {
  addressOf,
  Badge,
  call,
  can,
  changed,
  Failure,
  Form,
  number,
  Shown,
  textOf,
  useAnswer,
  useQuery,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { runsTexts } from '#plugins/studio-runs/web/runs-texts.ts';
import { type AnswerOf, Button, Notice, Select, TextField } from '#plugins/ui/web/contract.ts';
import styles from './annotations.module.css';

const REPLY = '/console/api/apps/{app_id}/annotation-reply';
const LOOK_AGAIN_MS = 2_000;
const USUAL_THRESHOLD = 0.9;
type Reply = AnswerOf<typeof REPLY>;

/** Whether annotations answer, with which model questions are compared, and from what likeness on. */
export function ReplySwitch({ appId }: { readonly appId: string }) {
  const answer = useAnswer(REPLY, { path: { app_id: appId } });
  const { job } = answer.value ?? {};
  const isBusy = job?.status === 'waiting' || job?.status === 'processing';
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(answer.again, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isBusy]);
  return <Shown answer={answer}>{(reply) => <ShownReply reply={reply} appId={appId} isBusy={isBusy} />}</Shown>;
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
  const [setting, setSetting] = useQuery('setting');
  const sending = useSending();
  const path = { app_id: appId };
  const mayEdit = can('apps.edit');
  const off = () =>
    sending.run(async () => {
      await call.delete(REPLY, { path });
      changed(addressOf(REPLY, path));
    });
  return (
    <section className={styles.reply} aria-label={t.reply}>
      <div className={styles.filters}>
        <strong>{t.reply}</strong>
        <Badge look={reply.enabled ? 'ok' : 'plain'}>{reply.enabled ? t.on : t.off}</Badge>
        {isBusy && <Badge look="accent">{t.embedding(number(reply.embedded), number(reply.annotations))}</Badge>}
      </div>
      <p className={styles.about}>
        {reply.enabled
          ? t.replyState(reply.embedding_model_name ?? '', number(reply.score_threshold ?? 0, { style: 'percent' }))
          : t.replyAbout}
      </p>
      {reply.job?.status === 'error' && <Notice look="bad">{reply.job.error_msg}</Notice>}
      {sending.error !== undefined && setting === '' && <Failure error={sending.error} />}
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
    </section>
  );
}

function ReplyForm({ reply, appId, onClose }: { readonly reply: Reply; readonly appId: string; onClose(): void }) {
  const t = runsTexts();
  const sending = useSending();
  const path = { app_id: appId };
  const models = useAnswer('/console/api/models', { query: { type: 'embedding' } });
  async function send(fields: FormData): Promise<void> {
    const [provider = '', ...name] = textOf(fields, 'model').split('\n');
    await call.put(REPLY, {
      path,
      body: {
        score_threshold: Number(textOf(fields, 'threshold')) / 100,
        embedding_provider_name: provider,
        embedding_model_name: name.join('\n'),
      },
    });
    changed(addressOf(REPLY, path));
    onClose();
  }
  const current = reply.enabled ? `${reply.embedding_provider_name}\n${reply.embedding_model_name}` : '';
  return (
    <Shown answer={models}>
      {({ data }) =>
        data.length === 0 ? (
          <Notice
            look="warn"
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
            <Select
              name="model"
              label={t.embeddingModel}
              required
              defaultValue={current}
              empty={t.chooseModel}
              options={data.map((model) => ({
                value: `${model.provider}\n${model.name}`,
                label: `${model.name} (${model.provider_label})`,
              }))}
              wrong={sending.wrong('embedding_model_name') ?? sending.wrong('embedding_provider_name')}
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
              wrong={sending.wrong('score_threshold')}
            />
          </Form>
        )
      }
    </Shown>
  );
}
