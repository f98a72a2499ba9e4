import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { settingGroups } from "@/env/setting-groups";

// docs/operations/settings.md is made of env/setting-groups.ts: `npx vitest run --project unit scripts/settings-page -u` writes it.

const titles: Record<keyof typeof settingGroups, string> = {
  reach: "Where it is reached",
  database: "The database",
  secrets: "Secrets",
  messages: "Mails and notifications",
  files: "Files",
  services: "Other services",
  people: "People and what is kept",
  telemetry: "Metrics, logs and traces",
};

/** What only commands read: they are not programs of env/env.ts. */
const ofCommands = {
  BACKUP_RECIPIENT: "Public keys of age for `db:backup`; `npm run db:backup -- --new-key backup.key` makes one.",
  PG_BIN: "The folder of `pg_dump` and `pg_restore`, unless they are in the PATH.",
  CHROMIUM_PATH: "An installed browser for the tests.",
  POSTGRES_15_BIN: "The programs of PostgreSQL 15 for `npm run test:long`, unless they are in a usual place.",
};

type Setting = { description?: string; safeParse: (value: undefined) => { success: boolean; data?: unknown } };

function defaultOf(setting: Setting) {
  const { success, data } = setting.safeParse(undefined);
  if (!success) return "**required**";
  if (data === undefined || data === "" || (Array.isArray(data) && data.length === 0)) return "";
  return `\`${data}\``;
}

const row = (name: string, value: string, what: string) => `| \`${name}\` | ${value} | ${what} |`;

function pageOf() {
  const lines = [
    "# Settings",
    "",
    "Variables of the environment, read once at the start of a process. It refuses to start with a missing, short, example or",
    "repeated secret or an unusable value, and says which. An empty variable is unset. Made from `env/setting-groups.ts`.",
  ];
  for (const [group, settings] of Object.entries(settingGroups) as [keyof typeof titles, Record<string, Setting>][]) {
    lines.push("", `## ${titles[group]}`, "", "| variable | default | what it is |", "|---|---|---|");
    for (const [name, setting] of Object.entries(settings))
      lines.push(row(name, defaultOf(setting), setting.description ?? "MISSING"));
  }
  lines.push("", "## Read by commands only", "", "| variable | default | what it is |", "|---|---|---|");
  for (const [name, what] of Object.entries(ofCommands)) lines.push(row(name, "", what));
  return `${lines.join("\n")}\n`;
}

it("has each setting with its default, in the words of the code", async () => {
  const page = pageOf();
  expect(page).not.toContain("MISSING");
  await expect(page).toMatchFileSnapshot("../docs/operations/settings.md");
});

it("has those that the commands read", () => {
  for (const name of Object.keys(ofCommands)) {
    const files = ["backup", "backup-dump", "chromium", "postgres-15"].map((file) => `scripts/${file}.mjs`);
    expect(files.some((file) => readFileSync(file, "utf8").includes(name))).toBe(true);
  }
});
