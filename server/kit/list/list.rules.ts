/** Beyond this offset a list gets its total first, so that the far half is read from the other end. */
export const deepOffset = 20_000;
