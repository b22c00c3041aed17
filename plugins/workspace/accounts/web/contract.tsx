/** For forms that only the person may send. */
export { CurrentPassword } from './current-password.tsx';
