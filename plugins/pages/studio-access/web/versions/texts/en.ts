export const texts = {
  graph: 'What differs, on the canvas',
  loadingGraph: 'Loading the canvas…',
  by: (names: string) => `by ${names}`,
  show: (name: string) => `Show ${name} on the canvas`,
  counts: {
    added: (count: number) => `${count} added`,
    changed: (count: number) => `${count} changed`,
    removed: (count: number) => `${count} removed`,
  },
  changedMeanwhile:
    'The draft was changed while you reviewed it, so nothing was published. Look at what is new, then publish.',
};
