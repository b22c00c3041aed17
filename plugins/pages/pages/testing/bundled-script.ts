/** For tests of scripts on pages that are no pages of ours. */
export { bundleScript } from '#plugins/pages/build/bundle.ts';
