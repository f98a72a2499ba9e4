/** The ETag of a record: its version. What a write sends as If-Match. */
export const etagOf = (record: { version: number }) => `"${record.version}"`;
