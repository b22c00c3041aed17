/** `GET /v1/parameters` of an app (runtime API, app metadata), from a workflow's features or a model configuration. */

import type { InputField } from '#engine';
import { isMapping } from '#engine/run/values/value.ts';
import { publicForm } from './input-form.ts';
import { integerAt, type Mapping, mappingAt, plainJson, textAt, textsAt, valueAt } from './tree.ts';

const off = { enabled: false };
const transferMethods = ['remote_url', 'local_file'];
const imageExtensions = ['.jpg', '.jpeg', '.png', '.webp', '.gif', '.svg'];

export function parametersOf(features: Mapping, form: readonly InputField[]): Mapping {
  return {
    opening_statement: textAt(features, 'opening_statement') || null,
    suggested_questions: textsAt(features, 'suggested_questions'),
    suggested_questions_after_answer: feature(features, 'suggested_questions_after_answer', off),
    speech_to_text: feature(features, 'speech_to_text', off),
    text_to_speech: feature(features, 'text_to_speech', off),
    retriever_resource: feature(features, 'retriever_resource', off),
    annotation_reply: feature(features, 'annotation_reply', off),
    more_like_this: feature(features, 'more_like_this', off),
    sensitive_word_avoidance: feature(features, 'sensitive_word_avoidance', { enabled: false, type: '', configs: [] }),
    user_input_form: publicForm(form),
    file_upload: fileUpload(features),
  };
}

/** A feature with `enabled` always a boolean. */
function feature(features: Mapping, key: string, unset: Mapping): Mapping {
  const stored = plainJson(valueAt(features, key));
  if (!isMapping(stored)) return unset;
  return { ...unset, ...stored, enabled: stored.enabled === true };
}

/**
 * Both levels, whichever the document has: older exports know images only, clients read the outer fields. Some pages judge sizes
 * by `fileUploadConfig`: it is the document's, as it stands there; what this server takes is in `system_parameters`.
 */
export function fileUpload(features: Mapping) {
  const stored = mappingAt(features, 'file_upload');
  const image = mappingAt(stored, 'image');
  const imageEnabled = valueAt(image, 'enabled') === true;
  const outer = valueAt(stored, 'enabled');
  const isImageOnly = typeof outer !== 'boolean' && imageEnabled;
  const enabled = outer === true || isImageOnly;
  const methods = orDefault(textsAt(image, 'transfer_methods'), transferMethods);
  const types = textsAt(stored, 'allowed_file_types');
  const sizes = plainJson(valueAt(stored, 'fileUploadConfig'));
  return {
    enabled,
    number_limits: integerAt(stored, 'number_limits') ?? integerAt(image, 'number_limits') ?? 3,
    allowed_file_types: isImageOnly ? orDefault(types, ['image']) : types,
    allowed_file_extensions: isImageOnly
      ? orDefault(textsAt(stored, 'allowed_file_extensions'), imageExtensions)
      : textsAt(stored, 'allowed_file_extensions'),
    allowed_file_upload_methods: orDefault(textsAt(stored, 'allowed_file_upload_methods'), enabled ? methods : []),
    image: {
      enabled: imageEnabled || (outer === true && types.includes('image')),
      number_limits: integerAt(image, 'number_limits') ?? 3,
      detail: textAt(image, 'detail', 'high'),
      transfer_methods: methods,
    },
    ...(isMapping(sizes) && { fileUploadConfig: sizes }),
  };
}

function orDefault(list: readonly string[], fallback: readonly string[]): readonly string[] {
  return list.length > 0 ? list : fallback;
}
