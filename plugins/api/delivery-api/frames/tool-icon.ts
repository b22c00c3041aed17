/** How tools without a picture of their own are shown. */
export const toolIcon = { background: '#E4E7EC', content: '🔧' };
