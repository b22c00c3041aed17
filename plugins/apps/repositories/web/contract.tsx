/** What pages of other plugins show of repositories. */
export { AppRepositories } from './app-repositories.tsx';
