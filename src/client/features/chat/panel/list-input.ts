/** The input of the conversation list; its query key is made of it. */
export const listInput = {};
