import { eq } from "drizzle-orm";
import { companies, userCompanies, type users } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { hashPassword } from "../password.service";
import common from "./common-passwords.json";

const whole = new Set(common.whole);
const words = new Set(common.words);

/** What a password must not be made of: the person's own address and names, and their companies. */
export interface OwnWords {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
  companies?: string[];
}

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, "");
const piecesOf = (text: string) =>
  [text, ...text.split(/[^\p{L}\p{N}]+/u)].map((piece) => piece.replace(/[^\p{L}\p{N}]/gu, ""));

/** The words of a person that have three characters or more, the longest first. */
function ownPieces({ email, firstName, lastName, companies: names = [] }: OwnWords): string[] {
  const [local = "", domain = ""] = plain(email).split("@");
  const site = domain.split(".").slice(0, -1);
  const all = [local, domain, ...site, firstName ?? "", lastName ?? "", ...names, "persdesk"];
  const pieces = all.flatMap((text) => piecesOf(plain(text))).filter((piece) => piece.length >= 3);
  return [...new Set(pieces)].sort((one, other) => other.length - one.length);
}

/** Fewer letters of somebody's own beside what is known of them make no password. */
const leastOwn = 4;

function faultOf(password: string, own: OwnWords): string | undefined {
  const text = plain(password);
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  if (whole.has(text) || whole.has(bare) || words.has(bare))
    return "This password is among those that are guessed first. Choose another one.";
  const squeezed = text.replace(/[^\p{L}\p{N}]/gu, "");
  const rest = ownPieces(own).reduce((left, piece) => left.replaceAll(piece, " "), squeezed);
  if (rest !== squeezed && lettersOf(rest).length < leastOwn)
    return "This password is made of your own name, address or company. Choose another one.";
  return undefined;
}

/**
 * For who chooses a password; those that people have go on working.
 * @param path the field it stands in
 * @throws AppError `password_too_weak` for a common password, compared without case, and for one made of what others know of
 * the person
 */
export function assertStrong(path: string, password: string, own: OwnWords) {
  const fault = faultOf(password, own);
  if (fault) throw broken(path, fault, "password_too_weak");
}

/**
 * The hash of a password that somebody chooses; people's passwords are hashed here only.
 * @throws as `assertStrong`
 */
export function newPasswordHash(path: string, password: string, own: OwnWords): Promise<string> {
  assertStrong(path, password, own);
  return hashPassword(password);
}

/** What is known of a person who has an account. */
export async function ownWordsOf(
  ctx: Ctx,
  user: Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "lastName">,
) {
  const rows = await ctx.db
    .select({ name: companies.name })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .where(eq(userCompanies.userId, user.id));
  return { ...user, companies: rows.map(({ name }) => name) };
}
