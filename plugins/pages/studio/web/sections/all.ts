import { sections } from 'virtual:studio-sections';

/** What all plugins bring to the studio. */
export { sections };
