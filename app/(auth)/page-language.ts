import { serverSide } from "@/app/_screen/hydrate";
import { manner } from "@/texts/speech";

/** The language in which this page is read, for an account that is made on it; undefined where it is not offered. */
export async function pageLanguage(): Promise<string | undefined> {
  const { trpc } = await serverSide();
  const { items } = await trpc.registration.languages();
  const { language } = manner();
  return items.find(({ code }) => code === language)?.id;
}
