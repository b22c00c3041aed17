import { json, jsonAnswer, listOf, objectSchema, type Route, route, schemas } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Rotation, RotationState } from './rotation.ts';

/** Texts sealed again by one request: a moment's work, so that whoever waits sees it go on. */
const STEP = 500;

const { text, integer } = schemas;
const example = {
  place: 'file' as const,
  sealing_key: 'b1946ac92492',
  previous_keys: ['591785b794f6'],
  columns: [{ name: 'model_credentials.sealed', total: 3, left: 0, unreadable: 0 }],
  left: 0,
  unreadable: 0,
  others: [],
};
const state = objectSchema('MasterKeyState', {
  place: { enum: ['file', 'environment'], description: 'Where the key lies: the data folder, or `WEFT_SECRET_KEY`.' },
  sealing_key: { ...text, description: 'The id of the key that seals; tells nothing of the key.' },
  previous_keys: listOf(text),
  columns: listOf(
    objectSchema('SealedColumnState', { name: text, total: integer, left: integer, unreadable: integer }),
  ),
  left: { ...integer, description: 'Stored secrets that a previous key has sealed.' },
  unreadable: { ...integer, description: 'Stored secrets that no key at hand opens; they stay as they are.' },
  others: listOf(objectSchema('MasterKeyHolder', { name: text, sealing_key: text })),
});
const tag = 'Installation';
const answer = jsonAnswer('How far the stored secrets follow the master key.', state, example);

/** For whoever runs the server. */
export function rotationRoutes(rotation: Rotation): Route[] {
  const operator = { access: ManagementAccess, permission: 'installation.manage' } as const;
  return [
    route({
      ...operator,
      id: 'key-rotation.state',
      method: 'GET',
      path: '/console/api/master-key',
      summary: 'Show which master key seals, and what others have sealed',
      docs: { tag, answers: { 200: answer } },
      handle: async () => json(stateItem(await rotation.state())),
    }),
    route({
      ...operator,
      id: 'key-rotation.step',
      method: 'POST',
      path: '/console/api/master-key/rotate',
      summary: `Make a new master key, or go on with it: up to ${STEP} stored secrets are sealed again`,
      audit: 'path',
      docs: { tag, answers: { 200: answer }, errors: { 409: ['others_lack_key'] } },
      handle: async () => json(stateItem(await rotation.step(STEP))),
    }),
    route({
      ...operator,
      id: 'key-rotation.forget',
      method: 'POST',
      path: '/console/api/master-key/forget-previous',
      summary: 'Remove the previous master keys, which nothing is sealed with any more',
      audit: 'path',
      docs: { tag, answers: { 200: answer }, errors: { 409: ['unfinished'] } },
      handle: async () => json(stateItem(await rotation.forget())),
    }),
  ];
}

function stateItem({ place, sealingKey, previousKeys, columns, left, unreadable, others }: RotationState) {
  return {
    place,
    sealing_key: sealingKey,
    previous_keys: previousKeys,
    columns: columns.map((column) => ({ ...column })),
    left,
    unreadable,
    others: others.map((other) => ({ name: other.name, sealing_key: other.sealingKey })),
  };
}
