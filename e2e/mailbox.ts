import { setTimeout as sleep } from "node:timers/promises";

/**
 * The code in a mail of the demo's mailbox, once the worker has sent it.
 * @param already how many such mails there were before
 * @throws where none comes
 */
export async function mailed(url: string, to: string, subject: RegExp, already = 0): Promise<string> {
  for (const begun = Date.now(); Date.now() - begun < 20_000; await sleep(100)) {
    const list = await (await fetch(`${url}/dev/mail`)).text();
    const mails = [...list.matchAll(/href="(\/dev\/mail\/[\w-]+)"[\s\S]*?<\/a>/g)].filter(
      ([line]) => line.includes(to) && subject.test(line),
    );
    if (mails.length <= already) continue;
    const page = await (await fetch(`${url}${mails[0]?.[1]}?as=text`)).text();
    return /\b\d{6}\b/.exec(/<pre[\s\S]*?<\/pre>/.exec(page)?.[0] ?? "")?.[0] ?? "";
  }
  throw new Error(`no mail to ${to} about ${subject}`);
}
