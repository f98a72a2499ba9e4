const silentMs = 86_400_000;

/** Whether nothing was heard for a day, as the list's filter means it. @param now ms */
export const isSilent = (lastMessageAt: string, now: number) => now - Date.parse(lastMessageAt) > silentMs;

const part = (value: number, positive: string, negative: string) =>
  `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;

/** A position for people, to about a metre, and as maps take it when it is copied; undefined where there is none. */
export function positionOf({ latitude, longitude }: { latitude: number | null; longitude: number | null }) {
  if (latitude === null || longitude === null) return undefined;
  return {
    text: `${part(latitude, "N", "S")}, ${part(longitude, "E", "W")}`,
    copied: `${latitude}, ${longitude}`,
  };
}
