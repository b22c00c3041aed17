/** `models/gemini-2.5-pro`; names with a slash are paths already (`tunedModels/…`). A name can't lead out of its place. */
export function modelPath(model: string): string {
  const steps = model.split('/').map((step) => (/^\.*$/.test(step) ? '_' : encodeURIComponent(step)));
  return steps.length > 1 ? steps.join('/') : `models/${steps[0] ?? ''}`;
}
