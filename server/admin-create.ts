import { parseArgs } from "node:util";
import { closeDatabase, database } from "@/db/client";
import { isDemo } from "@/db/demo-mark";
import { env } from "@/env/env";
import { createAdministrator } from "@/server/identity/staff/administrator.service";
import { namesOfAddress } from "@/server/identity/staff/names-of-address.rules";
import { CreateStaff } from "@/server/identity/staff/staff.schema";
import { systemCtx } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";

// `npm run admin:create -- --email … [--first-name …] [--last-name …] [--force] [--reset-second-factor]`: the
// administrator that a new installation lacks, or, with --force, an administrator's own account in any status. People who can run it can read and write the database anyway.

function stopWith(line: string): never {
  console.error(`persdesk: ${line}`);
  process.exit(1);
}

function wanted() {
  try {
    const text = { type: "string" } as const;
    const flag = { type: "boolean", default: false } as const;
    const { values } = parseArgs({
      args: process.argv.slice(3), // behind the name of this program, which scripts/serve.cjs takes
      options: { email: text, "first-name": text, "last-name": text, force: flag, "reset-second-factor": flag },
    });
    const { email, "first-name": firstName, "last-name": lastName } = values;
    const { force: isForced, "reset-second-factor": resetsSecondFactor } = values;
    if (!email) return stopWith("Say whose account it is: npm run admin:create -- --email somebody@example.com");
    const guessed = namesOfAddress(email);
    const names = { firstName: firstName ?? guessed.firstName, lastName: lastName ?? guessed.lastName };
    return { values: CreateStaff.parse({ email, ...names }), isForced, resetsSecondFactor };
  } catch (error) {
    const { status, detail } = toAppError(error);
    return stopWith(status === 400 ? detail : (error as Error).message);
  }
}

/** The reason in one line. */
function reasonOf(error: unknown) {
  const { cause } = error as Error;
  if ((cause as { code?: string } | undefined)?.code === "42P01")
    return "This database has no tables yet: npm run db:migrate makes them.";
  const { status, detail } = toAppError(error);
  return status < 500
    ? detail
    : `The database does not answer: ${String((cause as Error | undefined)?.message ?? error)}`;
}

const { values, ...manner } = wanted();
const isMailed = env.SMTP_URL !== undefined;
try {
  if (await isDemo(database())) stopWith("This database is a demo: it has an administrator, whose password is public.");
  const made = await createAdministrator(systemCtx("admin:create"), values, { ...manner, isMailed });
  const { link, expiresAt, sessionsEnded, told } = made;
  const until = expiresAt.slice(0, 16).replace("T", " ");
  console.log(
    `persdesk: ${values.email} becomes an administrator by choosing a password here, once, until ${until} UTC:`,
  );
  console.log(link);
  if (isMailed) console.log("persdesk: the worker mails the same link.");
  if (sessionsEnded > 0)
    console.log(`persdesk: the former password does not work any more, and ${sessionsEnded} sessions ended.`);
  if (told > 0) console.log(`persdesk: ${told} other administrators are told by mail.`);
} catch (error) {
  stopWith(reasonOf(error));
} finally {
  await closeDatabase();
}
