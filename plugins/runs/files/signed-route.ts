import { Public, type Route, route } from '#http';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { StoredFiles } from './contract.ts';
import { signedDocs } from './file-docs.ts';
import type { SignedAddresses } from './signed-address.ts';
import type { FileStore } from './store.ts';
import { fileNotFound } from './stored-files-service.ts';

interface SignedRouteParts {
  readonly files: StoredFiles;
  readonly store: FileStore;
  readonly addresses: SignedAddresses;
  readonly workspaces: Workspaces;
}

/** Whoever has the address may read the file, from any page: `/v1`, which hands it out, can be called from there. */
const anyPage = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Disposition, Content-Range',
};

/** Where signed addresses lead. Wrong, expired and unknown ones, and those of a closed workspace, look the same. */
export function signedRoute({ files, store, addresses, workspaces }: SignedRouteParts): Route {
  return route({
    id: 'files.signed-preview',
    method: 'GET',
    path: '/files/:file_id/file-preview',
    access: Public,
    summary: 'Get the content of a file, with a signed link',
    docs: signedDocs,
    params: { type: 'object', properties: { file_id: { type: 'string', format: 'uuid' } } },
    query: {
      type: 'object',
      properties: {
        timestamp: { type: 'string', maxLength: 20 },
        nonce: { type: 'string', maxLength: 100 },
        sign: { type: 'string', maxLength: 200 },
        as_attachment: { type: 'boolean', default: false },
      },
    },
    async handle({ params, query, headers }) {
      const { timestamp = '', nonce = '', sign = '', as_attachment: asAttachment } = query;
      const file = await store.findAnywhere(params.file_id.toLowerCase());
      if (file === null || !addresses.isValid(file, { timestamp, nonce, sign })) throw fileNotFound();
      if (workspaces.isClosed(file.workspaceId)) throw fileNotFound();
      const cacheControl = `private, max-age=${addresses.seconds}`;
      const reply = await files.reply(file, { asAttachment, range: headers.range, cacheControl });
      return { ...reply, headers: { ...reply.headers, ...anyPage } };
    },
  });
}
