import { price } from '#plugins/logs/web/parts/amounts.ts';
import { NamedValue } from '#plugins/logs/web/parts/named-value.tsx';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import {
  call,
  can,
  confirm,
  DescriptionList,
  dateTime,
  ErrorAlert,
  invalidate,
  Link,
  number,
  PageFrame,
  type PageProps,
  QueryBoundary,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { type AnswerOf, Button, Menu, navigate, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis } from '#plugins/ui/web/icons.tsx';
import { Transcript } from './transcript.tsx';

const CONVERSATION = '/console/api/apps/{app_id}/conversations/{conversation_id}';
type Conversation = AnswerOf<typeof CONVERSATION>;

/** What was said in a conversation, and what its user thought of it. */
export function Page({ params: { app_id: appId = '', id = '' } }: PageProps) {
  const t = runsTexts();
  const path = { app_id: appId, conversation_id: id };
  const answer = useApi(CONVERSATION, { path, isLive: true });
  const erasing = useSubmit();
  const list = `/app/${appId}/conversations`;

  async function erase(what: 'conversation' | 'user', conversation: Conversation): Promise<void> {
    const isUser = what === 'user';
    const isSure = await confirm({
      title: isUser ? t.eraseUser : t.erase,
      about: isUser ? t.eraseUserAbout : t.eraseAbout,
      action: isUser ? t.eraseUser : t.erase,
      ...(isUser && { typed: conversation.user ?? conversation.end_user_id }),
    });
    if (!isSure) return;
    const query = { confirm: 'true' as const };
    const isDone = await erasing.run(() =>
      isUser
        ? call.delete('/console/api/apps/{app_id}/end-users/{end_user_id}', {
            path: { app_id: appId, end_user_id: conversation.end_user_id },
            query,
          })
        : call.delete(CONVERSATION, { path, query }),
    );
    if (!isDone) return;
    toast(t.erased);
    invalidate(['/console/api/apps/{app_id}/conversations', { app_id: appId }]);
    navigate(list);
  }

  const { value } = answer;
  return (
    <PageFrame
      title={value === undefined ? t.conversation : value.name || t.unnamed}
      crumbs={[{ label: t.conversations, href: list }]}
      actions={
        value !== undefined &&
        can('apps.edit') && (
          <>
            <Button variant="danger" busy={erasing.isBusy} onClick={() => void erase('conversation', value)}>
              {t.erase}
            </Button>
            <Menu
              label={t.more}
              items={[{ label: t.eraseUser, danger: true, onSelect: () => void erase('user', value) }]}
            >
              <Ellipsis />
            </Menu>
          </>
        )
      }
    >
      {erasing.error !== undefined && <ErrorAlert error={erasing.error} />}
      <QueryBoundary answer={answer}>
        {(conversation) => (
          <>
            <ConversationFacts conversation={conversation} appId={appId} />
            {Object.keys(conversation.inputs).length > 0 && <NamedValue name={t.inputs} value={conversation.inputs} />}
            <Transcript appId={appId} conversation={conversation} />
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function ConversationFacts({ conversation, appId }: { readonly conversation: Conversation; readonly appId: string }) {
  const t = runsTexts();
  const { user, prices } = conversation;
  const others = `/app/${appId}/conversations?user=${encodeURIComponent(user ?? '')}`;
  return (
    <DescriptionList
      facts={[
        [
          t.user,
          user === null || user === '' ? (
            '–'
          ) : (
            <Link key="user" href={others}>
              {user}
            </Link>
          ),
        ],
        [t.source, t.sources[conversation.source] ?? conversation.source],
        [t.begun, dateTime(conversation.created_at)],
        [t.lastMessage, dateTime(conversation.updated_at)],
        [t.messages, number(conversation.messages)],
        [t.tokens, number(conversation.tokens)],
        [t.price, prices.map(({ amount, currency }) => price(amount, currency)).join(', ') || null],
      ]}
    />
  );
}
