import { groupCodes } from "@/server/permission-modules.rules";

export const groupOptions = Object.entries(groupCodes).map(([value, label]) => ({ value, label }));
export const groupLabel = (code: string) => groupOptions.find(({ value }) => value === code)?.label ?? code;
