/** Choosing a repository, a branch and a folder. */
export { BranchChooser, type ChosenBranch, type ChosenPlace } from './branch-chooser.tsx';
export { FolderChooser, filesIn } from './folder-chooser.tsx';
