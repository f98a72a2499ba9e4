import { version as written } from "@/package.json";

/** The version of this program: of the API's document, of metrics and of backups. CHANGELOG.md says what each brought. */
export const version: string = written;
