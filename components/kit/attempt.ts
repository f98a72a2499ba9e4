import { notify } from "@/components/ui/notice";
import { messageOf } from "./problem";

/** Does what the server may refuse, and says at the page's foot what it answered then. @returns whether it went well */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    notify(messageOf(error), { tone: "bad" });
    return false;
  }
}
