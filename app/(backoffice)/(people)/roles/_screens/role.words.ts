import { groupCodes } from "@/server/permissions";

export const groupOptions = Object.entries(groupCodes).map(([value, label]) => ({ value, label }));
export const groupLabel = (code: string) => groupOptions.find(({ value }) => value === code)?.label ?? code;
