/** Asking for the inputs of an app, and for answers to forms that runs wait for: the door for the `web/` of other plugins. */
export { type InputField, readFields, readFormFields, withoutFields } from './fields.ts';
export { FileItem, sizeText } from './file-control.tsx';
export { extensionsOf, type FileLimits, type FileRules, isAccepted, largestOf, typeOfName } from './file-types.ts';
export { HumanForm, type HumanFormProps } from './human-form.tsx';
export { InputForm } from './input-form.tsx';
export { leaveFor, type PickedFile, type RemoteFiles } from './remote-files.ts';
export { RemoteTrouble } from './remote-trouble.tsx';
export { UploadError, type UploadPlace, uploadFile } from './upload-file.ts';
export { type InputFormState, useInputForm } from './use-input-form.ts';
export type { FormFile, FormValues } from './values.ts';
export { refusedText } from './wrong-text.ts';
