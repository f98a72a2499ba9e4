export const firmwareTypes: Record<number, string> = { 1: "Main", 2: "Bootloader", 3: "Radio" };

/** A name that is unique among versions: "3.1.0, Core, main". */
export const versionLabel = (version: string, category: string, type: number) =>
  `${version}, ${category}, ${(firmwareTypes[type] ?? "").toLowerCase()}`;
