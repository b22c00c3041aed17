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
  place: {
    enum: ['file', 'environment'],
    description: 'Where the key is stored: the data folder, or `WEFT_SECRET_KEY`.',
  },
  sealing_key: { ...text, description: 'Id of the current encryption key. Reveals nothing about the key.' },
  previous_keys: listOf(text),
  columns: listOf(
    objectSchema('SealedColumnState', { name: text, total: integer, left: integer, unreadable: integer }),
  ),
  left: { ...integer, description: 'Number of stored secrets that are encrypted with a previous key.' },
  unreadable: {
    ...integer,
    description: 'Number of stored secrets that no available key can decrypt. They are not changed.',
  },
  others: listOf(objectSchema('MasterKeyHolder', { name: text, sealing_key: text })),
});
const tag = 'Installation';
const answer = jsonAnswer('How many stored secrets are encrypted with the current master key.', state, example);

/** For whoever runs the server. */
export function rotationRoutes(rotation: Rotation): Route[] {
  const operator = { access: ManagementAccess, permission: 'installation.manage' } as const;
  return [
    route({
      ...operator,
      id: 'key-rotation.state',
      method: 'GET',
      path: '/console/api/master-key',
      summary: 'Get the current master key, and what is still encrypted with previous ones',
      docs: { tag, answers: { 200: answer } },
      handle: async () => json(stateItem(await rotation.state())),
    }),
    route({
      ...operator,
      id: 'key-rotation.step',
      method: 'POST',
      path: '/console/api/master-key/rotate',
      summary: `Create a new master key, or continue a rotation: re-encrypts up to ${STEP} stored secrets per call`,
      audit: 'path',
      docs: { tag, answers: { 200: answer }, errors: { 409: ['others_lack_key'] } },
      handle: async () => json(stateItem(await rotation.step(STEP))),
    }),
    route({
      ...operator,
      id: 'key-rotation.forget',
      method: 'POST',
      path: '/console/api/master-key/forget-previous',
      summary: 'Delete the previous master keys when nothing is encrypted with them',
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
