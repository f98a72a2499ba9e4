import type { RecordSource } from "@/components/kit/list/definition";

export const languageSource: RecordSource = { of: "languages", show: "name", search: "name" };
