import { Button, IconButton } from '#plugins/ui/web/contract.ts';
import { Clock, Cross, Paperclip, Pencil } from '#plugins/ui/web/icons.tsx';
import { MessageEditor } from './message-editor.tsx';
import styles from './queue-view.module.css';
import { chatTexts } from './texts/en.ts';
import type { WaitingMessages } from './use-queue.ts';

/** Messages that are sent one by one when the answer before them has come: changed, or taken back, until then. */
export function QueueView({ waiting, onLeave }: { readonly waiting: WaitingMessages; onLeave(): void }) {
  const t = chatTexts();
  const { messages, isHeld, edited } = waiting;
  return (
    <section className={styles.queue} aria-label={t.queued}>
      <h2 className="said">{t.queued}</h2>
      {isHeld && (
        <div className={styles.held} role="status">
          <p>{t.queueHeld}</p>
          <Button
            small
            onClick={() => {
              waiting.sendNow();
              onLeave();
            }}
          >
            {t.sendNow}
          </Button>
        </div>
      )}
      <ol>
        {messages.map(({ key, query, sent }) =>
          edited === key ? (
            <li key={key} className={styles.edited}>
              <MessageEditor
                query={query}
                label={t.editQueued}
                sendLabel={t.save}
                onSend={(text) => {
                  waiting.change(key, text.trim());
                  onLeave();
                }}
                onCancel={() => {
                  waiting.edit(null);
                  onLeave();
                }}
              />
            </li>
          ) : (
            <li key={key}>
              <Clock width="16" height="16" />
              <p dir="auto">{query}</p>
              {sent.length > 0 && (
                <span className={styles.files}>
                  <Paperclip width="14" height="14" />
                  <span className="said">{t.files}: </span>
                  {sent.length}
                </span>
              )}
              <IconButton small label={t.editQueued} onClick={() => waiting.edit(key)}>
                <Pencil width="16" height="16" />
              </IconButton>
              <IconButton
                small
                label={t.withdraw}
                onClick={() => {
                  waiting.withdraw(key);
                  onLeave();
                }}
              >
                <Cross width="16" height="16" />
              </IconButton>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
