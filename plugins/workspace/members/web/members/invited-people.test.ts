import { expect, it } from 'vitest';
import { type InvitedRole, invitedPeople } from './invited-people.ts';

const words: Readonly<Record<string, InvitedRole>> = { admin: 'admin', editor: 'editor', redakteur: 'editor' };
const read = (text: string) => {
  const { people, wrong } = invitedPeople(text, 'member', (word) => words[word]);
  return { people: people.map(({ email, role }) => `${email} ${role}`), wrong };
};

it.each([
  ['ada@example.com', ['ada@example.com member']],
  ['a@x.org, b@x.org;c@x.org', ['a@x.org member', 'b@x.org member', 'c@x.org member']],
  ['a@x.org b@x.org\n\n c@x.org ', ['a@x.org member', 'b@x.org member', 'c@x.org member']],
  ['Ada Lovelace <ada@x.org>, "Hopper, Grace" <grace@x.org>', ['ada@x.org member', 'grace@x.org member']],
  ['ada@x.org\tadmin\ngrace@x.org\tRedakteur', ['ada@x.org admin', 'grace@x.org editor']],
  ['ada@x.org editor\r\ngrace@x.org', ['ada@x.org editor', 'grace@x.org member']],
  ['Ada,ada@x.org,Editor', ['ada@x.org editor']],
  ['ada@x.org\nAda@X.org', ['Ada@X.org member']],
])('reads %j', (text, people) => {
  expect(read(text)).toEqual({ people, wrong: [] });
});

it('names what is no address', () => {
  expect(read('ada@x.org\nGrace\nbob@\nkim@x').wrong).toEqual(['Grace', 'bob@', 'kim@x']);
  expect(read('')).toEqual({ people: [], wrong: [] });
});
