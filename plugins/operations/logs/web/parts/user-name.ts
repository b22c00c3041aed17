import { runsTexts } from '#plugins/logs/web/texts/en.ts';

interface LoggedUser {
  readonly source: string;
  readonly user: string | null;
  readonly user_name: string | null;
}

/** What callers share who name nobody (runtime API, end user). */
const NOBODY = 'DEFAULT-USER';

/** Who used an app, as people call them: a member, a visitor, or what the caller of the API says. No ids of ours. */
export function userName({ source, user, user_name: name }: LoggedUser): string {
  if (name !== null) return name;
  if (source === 'web-app') return runsTexts().visitor;
  return source === 'service-api' && user !== null && user !== NOBODY ? user : '–';
}
