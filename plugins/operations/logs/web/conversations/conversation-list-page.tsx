import { price } from '#plugins/logs/web/parts/amounts.ts';
import { clearFilters, LogFilters, useLogFilters } from '#plugins/logs/web/parts/log-filters.tsx';
import { userName } from '#plugins/logs/web/parts/user-name.ts';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import {
  ago,
  Badge,
  CursorPager,
  call,
  can,
  DataTable,
  ErrorAlert,
  number,
  PageFrame,
  type PageProps,
  QueryBoundary,
  saveAnswer,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { type AnswerOf, Button, EmptyState, LinkButton } from '#plugins/ui/web/contract.ts';
import { Download } from '#plugins/ui/web/icons.tsx';

const CONVERSATIONS = '/console/api/apps/{app_id}/conversations';
const STATES = ['running', 'normal', 'stopped', 'error'] as const;
type Conversation = AnswerOf<typeof CONVERSATIONS>['data'][number];

/** What was said with the app, the last ones first. */
export function Page({ params: { app_id: appId = '' } }: PageProps) {
  const t = runsTexts();
  const filters = useLogFilters(STATES, true);
  const [cursor] = useSearchParam('cursor');
  const path = { app_id: appId };
  const answer = useApi(CONVERSATIONS, {
    path,
    query: { limit: 50, ...filters, ...(cursor !== '' && { cursor }) },
    isLive: true,
  });
  const saving = useSubmit();
  const isFiltered = Object.keys(filters).length > 0;
  async function save(): Promise<void> {
    const answer = await call.open('GET', `${CONVERSATIONS}/export`, {
      path,
      query: { ...filters, format: 'csv' },
    });
    await saveAnswer(answer, 'conversations.csv');
  }
  return (
    <PageFrame
      title={t.conversations}
      about={can('logs.view') ? t.conversationsAbout : t.ownConversationsAbout}
      wide
      actions={
        can('logs.view') && (
          <Button busy={saving.isBusy} onClick={() => void saving.run(save)}>
            <Download />
            {t.exportCsv}
          </Button>
        )
      }
    >
      <LogFilters searchLabel={t.searchConversations} states={STATES} hasFeedback />
      {saving.error !== undefined && <ErrorAlert error={saving.error} />}
      <QueryBoundary answer={answer}>
        {({ data, next_cursor: next }) => (
          <>
            <DataTable
              label={t.conversations}
              rows={data}
              rowKey={({ id }) => id}
              href={({ id }) => `/app/${appId}/conversations/${id}`}
              columns={[
                { key: 'name', label: t.conversation, cell: ({ name }) => name || t.unnamed },
                { key: 'user', label: t.user, cell: (item) => <bdi>{userName(item)}</bdi>, isSpare: true },
                { key: 'source', label: t.source, cell: ({ source }) => t.sources[source] ?? source, isSpare: true },
                {
                  key: 'messages',
                  label: t.messages,
                  cell: ({ messages }) => number(messages),
                  isNumber: true,
                  isSpare: true,
                },
                { key: 'price', label: t.price, cell: pricesOf, isNumber: true, isSpare: true },
                { key: 'opinions', label: t.feedback, cell: (each) => <Opinions of={each} /> },
                { key: 'when', label: t.lastMessage, cell: ({ updated_at: at }) => ago(at) },
              ]}
              empty={
                isFiltered ? (
                  <EmptyState
                    title={t.noConversationMatches}
                    action={<Button onClick={clearFilters}>{t.clear}</Button>}
                  />
                ) : (
                  <EmptyState
                    title={t.noConversations}
                    about={t.noConversationsAbout}
                    action={can('apps.edit') && <LinkButton href={`/app/${appId}/build`}>{t.openApp}</LinkButton>}
                  />
                )
              }
            />
            <CursorPager name="cursor" next={next} />
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function pricesOf({ prices }: Conversation): string {
  return prices.map(({ amount, currency }) => price(amount, currency)).join(', ') || '–';
}

function Opinions({ of: { likes, dislikes, errors } }: { readonly of: Conversation }) {
  const t = runsTexts();
  return (
    <>
      {likes > 0 && <Badge variant="success">{t.likesOf(likes)}</Badge>}{' '}
      {dislikes > 0 && <Badge variant="danger">{t.dislikesOf(dislikes)}</Badge>}{' '}
      {errors > 0 && <Badge variant="warning">{t.errorsOf(errors)}</Badge>}
      {likes + dislikes + errors === 0 && '–'}
    </>
  );
}
