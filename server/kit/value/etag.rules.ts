/** A record with its version; where `version` is a word of its own on the wire, such as an app's, that is `revision`. */
export type Versioned = { version: number } | { revision: number };

/** How often the record was changed, from 1. */
export const versionOf = (record: Versioned): number => ("revision" in record ? record.revision : record.version);

/** The ETag of a record: its version. What a write sends as If-Match. */
export const etagOf = (record: Versioned) => `"${versionOf(record)}"`;
