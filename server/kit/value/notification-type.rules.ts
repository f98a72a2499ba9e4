/** The ways a notification takes: 1 in-app, 2 push, 3 e-mail. */
export const notificationTypes = { 1: "In-app", 2: "Push", 3: "E-mail" } as const;
export type NotificationType = 1 | 2 | 3;
