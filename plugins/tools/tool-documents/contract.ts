/** Making files of tools apart from the server's thread: for plugins whose tools answer with files. */
export { FileMaker, type FileMakerOptions, type MakingTask } from './file-maker.ts';
export { type FileKeeper, fileKeeper, fileName } from './kept-files.ts';
