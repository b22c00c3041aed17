import { isPlatformError } from '#kernel';
import type { OwnComment } from './contract.ts';
import type { Ask, Host } from './hosts/host.ts';

interface Place {
  readonly calls: Host;
  readonly ask: Ask;
  readonly repository: string;
  readonly number: number;
}

/** One comment, never a second: the one that is known, else one that was made before anybody could note its id down, else a new one. */
export async function ownComment({ calls, ask, repository, number }: Place, comment: OwnComment): Promise<string> {
  const { id, heading, marker, text } = comment;
  const say = (known: string | null) => calls.comment(ask, repository, number, { id: known, text });
  if (id !== null) {
    try {
      return await say(id);
    } catch (error) {
      // Somebody may have deleted it.
      if (!isPlatformError(error) || error.code !== 'repository-hosts.refused') throw error;
    }
  }
  const own = (await calls.comments(ask, repository, number)).find(
    ({ id: other, text: said }) => other !== id && said.startsWith(heading) && said.includes(marker),
  );
  return say(own?.id ?? null);
}
