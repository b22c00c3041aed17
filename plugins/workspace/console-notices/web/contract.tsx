/** What the frame of the studio shows of notices. */
export { NoticeBell } from './notice-bell.tsx';
