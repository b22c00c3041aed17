import { useState } from 'react';
import { AnnotationDialog } from '#plugins/logs/web/annotations/annotation-dialog.tsx';
import { duration, price } from '#plugins/logs/web/parts/amounts.ts';
import { StatusBadge } from '#plugins/logs/web/parts/status-badge.tsx';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import {
  Badge,
  call,
  can,
  dateTime,
  ErrorAlert,
  fileSize,
  Link,
  number,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import {
  type AnswerOf,
  Button,
  classes,
  EmptyState,
  Loading,
  Notice,
  useOnChange,
  withKeys,
} from '#plugins/ui/web/contract.ts';
import { Paperclip, ThumbsDown, ThumbsUp } from '#plugins/ui/web/icons.tsx';
import styles from './transcript.module.css';

const MESSAGES = '/console/api/apps/{app_id}/conversations/{conversation_id}/messages';
const PAGE = 50;
type Message = AnswerOf<typeof MESSAGES>['data'][number];

/** Questions and answers, the first ones first. */
export function Transcript({
  appId,
  conversation,
}: {
  readonly appId: string;
  readonly conversation: { readonly id: string; readonly introduction: string };
}) {
  const t = runsTexts();
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [hasMore, setHasMore] = useState(true);
  const loading = useSubmit();
  const path = { app_id: appId, conversation_id: conversation.id };
  const load = (known: readonly Message[]) =>
    loading.run(async () => {
      const after = known.at(-1)?.id;
      const page = await call.get(MESSAGES, { path, query: { limit: PAGE, ...(after !== undefined && { after }) } });
      setMessages([...known, ...page.data]);
      setHasMore(page.has_more);
    });
  useOnChange(conversation.id, () => void load([]));
  return (
    <>
      <ol className={styles.transcript} aria-label={t.messages}>
        {conversation.introduction !== '' && (
          <li className={styles.answer} dir="auto">
            {conversation.introduction}
          </li>
        )}
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} appId={appId} />
        ))}
      </ol>
      {loading.error !== undefined && <ErrorAlert error={loading.error} refetch={() => void load(messages)} />}
      {loading.isBusy && messages.length === 0 && <Loading label={t.loadingMessages} />}
      {!hasMore && messages.length === 0 && <EmptyState title={t.noMessages} />}
      {hasMore && messages.length > 0 && (
        <Button busy={loading.isBusy} onClick={() => void load(messages)}>
          {t.laterMessages}
        </Button>
      )}
    </>
  );
}

/** Names of what was sent along; what is in them stands with the run. */
function Files({ files, isOfUser = false }: { readonly files: Message['files']; readonly isOfUser?: boolean }) {
  const t = runsTexts();
  if (files.length === 0) return null;
  return (
    <ul className={classes(styles.files, isOfUser && styles.sent)} aria-label={t.files}>
      {withKeys(files).map(({ key, item: { filename, type, size } }) => (
        <li key={key}>
          <Paperclip />
          <bdi>{filename ?? type}</bdi>
          {size !== null && size > 0 && <small>{fileSize(size)}</small>}
        </li>
      ))}
    </ul>
  );
}

function MessageItem({ message, appId }: { readonly message: Message; readonly appId: string }) {
  const t = runsTexts();
  const [isAnnotating, setAnnotating] = useState(false);
  return (
    <li className={styles.message}>
      {message.query !== '' && (
        <div className={styles.question}>
          <span className="said">{t.question}: </span>
          <div dir="auto">{message.query}</div>
        </div>
      )}
      <Files isOfUser files={message.files.filter(({ belongs_to: of }) => of === 'user')} />
      <div className={styles.answer}>
        <span className="said">{t.answer}: </span>
        <div dir="auto">{message.answer || '–'}</div>
      </div>
      <Files files={message.files.filter(({ belongs_to: of }) => of === 'assistant')} />
      {message.error !== null && <Notice variant="danger">{message.error}</Notice>}
      {message.feedbacks.map(({ from_source: from, rating, content }) => (
        <p key={from} className={styles.opinion}>
          {rating === 'like' ? <ThumbsUp /> : <ThumbsDown />}
          <span>{t.opinionOf(t.ratings[rating] ?? rating, t.authors[from] ?? from)}</span>
          {content !== null && content !== '' && <q dir="auto">{content}</q>}
        </p>
      ))}
      <div className={styles.foot}>
        <span>{dateTime(message.created_at)}</span>
        {message.status !== 'normal' && <StatusBadge status={message.status} />}
        <span>{t.tokensOf(number(message.message_tokens + message.answer_tokens))}</span>
        <span>{price(message.total_price, message.currency)}</span>
        <span>{duration(message.latency)}</span>
        {message.annotation !== null && (
          <Badge variant="accent">
            {t.answeredByAnnotation(number(message.annotation.score, { style: 'percent' }))}
          </Badge>
        )}
        <span className={styles.links}>
          <Link href={`/app/${appId}/run/${message.run_id}`}>{t.showRun}</Link>
          {can('apps.edit') && message.query !== '' && (
            <Button small variant="quiet" onClick={() => setAnnotating(true)}>
              {t.annotate}
            </Button>
          )}
        </span>
      </div>
      {isAnnotating && (
        <AnnotationDialog
          appId={appId}
          begin={{ question: message.query, answer: message.answer }}
          onClose={() => setAnnotating(false)}
        />
      )}
    </li>
  );
}
