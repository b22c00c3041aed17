import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Accounts } from '../accounts/contract.ts';
import { BlobOwners, Blobs } from '../blobs/contract.ts';
import { Members } from '../members/contract.ts';
import { avatarRoutes } from './avatar-routes.ts';
import { AvatarsService, BLOB_OWNER } from './avatars-service.ts';
import { avatarsConfig } from './configuration.ts';
import { PictureMaker } from './picture-maker.ts';

/** Pictures of people. */
export const plugin = definePlugin({
  id: 'avatars',
  needs: { accounts: Accounts, members: Members, blobs: Blobs },
  config: avatarsConfig,
  setup({ services, config, contribute, onClose }) {
    const { inputMb, megapixels, timeMs, memoryMb, processes } = config;
    const inputBytes = inputMb * 1024 * 1024;
    const pictures = new PictureMaker({ timeMs, memoryMb, processes, pixels: megapixels * 1_000_000, maxQueue: 50 });
    const avatars = new AvatarsService({ ...services, pictures, inputBytes });
    contribute(Routes, ...avatarRoutes(avatars, inputBytes));
    contribute(BlobOwners, { id: BLOB_OWNER, named: (keys) => services.accounts.avatarsAmong(keys) });
    onClose(() => pictures.close());
  },
});
