import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Accounts } from '#plugins/accounts/contract.ts';
import { BlobOwners, Blobs } from '#plugins/blobs/contract.ts';
import { Confinement } from '#plugins/confined-processes/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { avatarRoutes } from './avatar-routes.ts';
import { AvatarsService, BLOB_OWNER } from './avatars-service.ts';
import { avatarsConfig } from './configuration.ts';
import { Pictures } from './contract.ts';
import { PictureMaker } from './picture-maker.ts';
import { receiveImage } from './receive-image.ts';

/** Bytes of a form besides its file. */
const FORM_OVERHEAD = 64 * 1024;

/** Pictures of people. */
export const plugin = definePlugin({
  id: 'avatars',
  needs: { accounts: Accounts, members: Members, blobs: Blobs, confinement: Confinement },
  provides: [Pictures],
  config: avatarsConfig,
  setup({ services, config, provide, contribute, onClose }) {
    const { inputMb, megapixels, timeMs, memoryMb, processes } = config;
    const inputBytes = inputMb * 1024 * 1024;
    const { confinement } = services;
    const pixels = megapixels * 1_000_000;
    const maker = new PictureMaker({ timeMs, memoryMb, processes, pixels, maxQueue: 50, confinement });
    const pictures: Pictures = {
      formBytes: inputBytes + FORM_OVERHEAD,
      async receive(owner, form, signal) {
        maker.requireRoom(owner);
        return maker.make(owner, await receiveImage(form, inputBytes), signal);
      },
    };
    provide(Pictures, () => pictures);
    const avatars = new AvatarsService({ ...services, pictures });
    contribute(Routes, ...avatarRoutes(avatars, pictures.formBytes));
    contribute(BlobOwners, { id: BLOB_OWNER, named: (keys) => services.accounts.avatarsAmong(keys) });
    onClose(() => maker.close());
  },
});
