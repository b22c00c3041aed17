import { type Command, formatOf, routeCommand } from '#plugins/commands/contract.ts';

const options = { has_text: 'text yes|no' } as const;

/** What people think of answers. */
export const commands: readonly Command[] = [
  routeCommand('feedback list', 'GET', '/console/api/apps/{app_id}/feedbacks', {
    options,
    say: ({ counts: { like, dislike } }) => `${like} liked, ${dislike} disliked, of all answers`,
    table: {
      GIVEN: ({ created_at: at }) => `${at}Z`,
      RATING: 'rating',
      USER: ({ user }) => user ?? '-',
      MESSAGE: 'message_id',
      QUESTION: ({ query }) => shortened(query),
      TEXT: ({ content }) => shortened(content),
    },
  }),
  routeCommand('feedback export', 'GET', '/console/api/apps/{app_id}/feedbacks/export', {
    options,
    isSaved: true,
    fill: ({ positionals, options }) => ({ format: formatOf(positionals[1] ?? '', options.format) }),
  }),
];

function shortened(long: string | null): string {
  const line = (long ?? '').replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
