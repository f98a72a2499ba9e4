import { createServer, connect as dial, type Socket } from "node:net";

/** A way to a server: passes connections on to its port, until it is cut, or goes silent as a machine without power does. */
export async function startWay(to: number, host: string) {
  const pairs = new Set<[Socket, Socket]>();
  let isSilent = false;
  const server = createServer((client) => {
    if (isSilent) client.pause();
    const onward = dial(to, host);
    const pair: [Socket, Socket] = [client, onward];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const one of pair) one.destroy();
    };
    for (const one of pair) one.on("error", () => undefined).once("close", end);
    if (!isSilent) client.pipe(onward).pipe(client);
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, host, done));
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    port,
    /** Takes connections again after a cut. */
    mend: () => listen(port),
    /** Ends all connections, and refuses others. */
    cut() {
      server.close();
      for (const pair of pairs) for (const one of pair) one.destroy();
    },
    /** Passes nothing on any more, and says so to nobody. */
    hush() {
      isSilent = true;
      for (const [client, onward] of pairs) {
        client.unpipe(onward).pause();
        onward.unpipe(client).pause();
      }
    },
  };
}
