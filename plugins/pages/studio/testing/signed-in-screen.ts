import type { PageBench } from '#plugins/pages/bench/page-bench.ts';
import type { ScreenKit } from '#plugins/pages/testing/screen.ts';

const PERSON = { email: 'ada@example.com', name: 'Ada Lovelace', password: 'purple-otter-93-lamps' };

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

/** For pictures: opens an address of the studio as the owner of the workspace, who is made with the first picture. */
export async function openSignedIn(kit: ScreenKit, path: string): Promise<void> {
  const cookies = await kit.prepared('studio-owner', () => signInOwner(kit));
  await kit.page.context().addCookies([...cookies]);
  await kit.page.goto(kit.origin + path);
}

/** Makes the owner of the workspace, and gives the cookies of a browser in which they are signed in. Once for each server. */
export async function signInOwner(kit: PageBench): Promise<readonly Cookie[]> {
  await kit.manage('POST', '/workspace/claim', PERSON);
  const answer = await fetch(`${kit.origin}/console/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: PERSON.email, password: PERSON.password }),
  });
  if (!answer.ok) throw new Error(`signing in was answered with ${answer.status}: ${await answer.text()}`);
  return answer.headers.getSetCookie().map((line) => {
    const pair = line.split(';')[0] ?? '';
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    return { name, value, url: kit.origin + (name === 'weft_refresh' ? '/console/api/sessions' : '/') };
  });
}
