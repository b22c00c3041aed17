/** Made by the build of what plugins bring (`*.section.tsx`). */
declare module 'virtual:studio-sections' {
  export const sections: readonly import('./section.ts').StudioSection[];
}
