/** What people call the statuses of a PERS. */
export const persStatusWords = {
  stock: "In stock",
  active: "Active",
  maintenance: "In maintenance",
  retired: "Retired",
} as const;
