/** `weft/testing`: packages in the interpreter they run in when they are installed, without a server. */

export { buildPackage } from '#plugins/plugin-sdk/local/build-package.ts';
export {
  type LocalAnswer,
  type LocalCall,
  type LocalPackage,
  type LocalRequest,
  openPackage,
} from '#plugins/plugin-sdk/local/open-package.ts';
