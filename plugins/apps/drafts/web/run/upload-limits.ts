/** Megabytes and files that forms take here; the server has the last word. */
export const uploadLimits = {
  ...{ image_file_size_limit: 10, audio_file_size_limit: 50, video_file_size_limit: 100, file_size_limit: 15 },
  workflow_file_upload_limit: 10,
};
