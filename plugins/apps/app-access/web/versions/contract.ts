/** What tells two states of an app apart, as a list by part and field. */
export { ChangeList } from './change-list.tsx';
